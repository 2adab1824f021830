// SPDX-License-Identifier: BSD-3-Clause
// Reads versions 1.0, 2.0 and 3.0 of NumPy's format (numpy.lib.format), writes version 1.0:
//     "\x93NUMPY" major minor length "{'descr': '<f8', 'fortran_order': False, 'shape': (3, 2), }" padding '\n' numbers
// `length` is the length of the header up to '\n', in 2 bytes (version 1.0) or 4 bytes, little-endian.
#include "io/npy.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <charconv>
#include <cstdint>
#include <cstring>
#include <iterator>
#include <vector>

#include "parallel/progress_scope.hpp"
#include "resunit/error.hpp"

namespace resunit {
namespace {

constexpr std::string_view kMagic = "\x93NUMPY";
constexpr std::size_t kLengthAt = 8;    ///< after the magic word and two version bytes
constexpr std::size_t kAlignment = 64;  ///< of the numbers in the file, so that they can be mapped
constexpr char kNativeOrder = std::endian::native == std::endian::little ? '<' : '>';

/// Removes the magic word, version and header from `bytes`, and returns the dictionary of the header.
std::string_view take_dictionary(std::string_view& bytes) {
  if (bytes.size() < kLengthAt) throw DataError("the .npy header is truncated");
  const int major = bytes[kMagic.size()];
  const int minor = bytes[kMagic.size() + 1];
  if (major < 1 || major > 3 || minor != 0) {
    throw DataError(fmt::format(".npy version {}.{}, expected 1.0, 2.0 or 3.0", major, minor));
  }
  const std::size_t length_size = major == 1 ? 2 : 4;
  if (bytes.size() < kLengthAt + length_size) throw DataError("the .npy header is truncated");
  std::size_t length = 0;
  for (std::size_t k = length_size; k-- > 0;) {
    length = length << 8 | static_cast<unsigned char>(bytes[kLengthAt + k]);
  }
  bytes.remove_prefix(kLengthAt + length_size);
  if (bytes.size() < length) throw DataError("the .npy header is truncated");
  const std::string_view dictionary = bytes.substr(0, length);
  bytes.remove_prefix(length);
  return dictionary;
}

/// The text after a key of the dictionary, up to the end of the dictionary.
std::string_view value_of(std::string_view dictionary, std::string_view key) {
  const std::size_t at = dictionary.find(fmt::format("'{}':", key));
  if (at == std::string_view::npos) throw DataError(fmt::format("the .npy header has no '{}'", key));
  std::string_view value = dictionary.substr(at + key.size() + 3);
  value.remove_prefix(std::min(value.find_first_not_of(' '), value.size()));
  return value;
}

std::string_view parse_dtype(std::string_view value) {
  if (!value.starts_with('\'')) throw DataError("the file has a structured array, expected float32 or float64");
  const std::string_view dtype = value.substr(1, value.find('\'', 1) - 1);
  const bool known = dtype == "<f8" || dtype == ">f8" || dtype == "<f4" || dtype == ">f4";
  if (!known) throw DataError(fmt::format("the numbers have type '{}', expected float32 or float64", dtype));
  return dtype;
}

bool parse_order(std::string_view value) {
  if (value.starts_with("True")) return true;
  if (value.starts_with("False")) return false;
  throw DataError("'fortran_order' in the .npy header is neither True nor False");
}

/// The sizes in "(3, 2)" or "(3,)".
std::vector<Index> parse_shape(std::string_view value) {
  const std::string text(value.substr(0, value.find(')') + 1));
  if (!text.starts_with('(')) throw DataError("'shape' in the .npy header is not a tuple");
  std::vector<Index> shape;
  const char* at = text.data() + 1;
  for (const char* const end = text.data() + text.size() - 1; at != end;) {
    if (*at == ' ' || *at == ',') {
      ++at;
      continue;
    }
    Index size = 0;
    const auto [stop, error] = std::from_chars(at, end, size);
    if (error != std::errc{} || size < 0) throw DataError(fmt::format("the .npy header has an invalid shape {}", text));
    shape.push_back(size);
    at = stop;
  }
  return shape;
}

NpyHeader parse_dictionary(std::string_view dictionary) {
  const std::string_view dtype = parse_dtype(value_of(dictionary, "descr"));
  NpyHeader header{.number_size = dtype.ends_with("f8") ? 8 : 4,
                   .swapped = dtype.front() != kNativeOrder,
                   .fortran_order = parse_order(value_of(dictionary, "fortran_order"))};
  const std::vector<Index> shape = parse_shape(value_of(dictionary, "shape"));
  if (shape.size() != 1 && shape.size() != 2) {
    throw DataError(fmt::format("the array has {} dimensions, expected 1 or 2", shape.size()));
  }
  header.rows = shape[0];
  header.cols = shape.size() == 2 ? shape[1] : 1;
  if (header.rows == 0 || header.cols == 0) {
    throw DataError(fmt::format("the array is empty: {} x {}", header.rows, header.cols));
  }
  return header;
}

/// Compares the shape with the size of the file before anything is allocated. It divides: the product might overflow.
void require_size(const NpyHeader& header, Index available) {
  const bool fits = header.rows <= available / header.number_size / header.cols;
  if (fits && header.rows * header.cols * header.number_size == available) return;
  throw DataError(fmt::format("the header declares {} x {} numbers of {} bytes, but {} bytes follow", header.rows,
                              header.cols, header.number_size, available));
}

template <class Number, class Bits>
void load(const char* from, Index count, bool swapped, double* to) {
  static_assert(sizeof(Number) == sizeof(Bits));
  for (Index k = 0; k < count; ++k) {
    Bits bits = 0;
    std::memcpy(&bits, from + k * sizeof bits, sizeof bits);
    if (swapped) {
      if constexpr (sizeof bits == 8) bits = __builtin_bswap64(bits);
      if constexpr (sizeof bits == 4) bits = __builtin_bswap32(bits);
    }
    to[k] = std::bit_cast<Number>(bits);
  }
}

/// In Fortran order the file holds the transposed matrix.
Matrix load_matrix(const NpyHeader& header, std::string_view numbers) {
  Matrix values = header.fortran_order ? Matrix(header.cols, header.rows) : Matrix(header.rows, header.cols);
  load_numbers(header, numbers.data(), values.size(), values.data());
  return header.fortran_order ? Matrix(values.transpose()) : values;
}

}  // namespace

bool is_npy(std::string_view bytes) {
  return bytes.starts_with(kMagic);
}

NpyHeader parse_npy_header(std::string_view bytes, Index file_size) {
  std::string_view rest = bytes;
  NpyHeader header = parse_dictionary(take_dictionary(rest));
  header.numbers_at = std::ssize(bytes) - std::ssize(rest);
  require_size(header, file_size - header.numbers_at);
  return header;
}

void load_numbers(const NpyHeader& header, const char* from, Index count, double* to) {
  if (header.number_size == 8)
    load<double, std::uint64_t>(from, count, header.swapped, to);
  else
    load<float, std::uint32_t>(from, count, header.swapped, to);
}

Matrix parse_npy(const std::string& file, std::string_view bytes) {
  try {
    const NpyHeader header = parse_npy_header(bytes, std::ssize(bytes));
    return load_matrix(header, bytes.substr(static_cast<std::size_t>(header.numbers_at)));
  } catch (const DataError& error) {
    throw DataError(fmt::format("{}: {}", file, error.what()));
  }
}

void write_npy_header(AtomicFile& out, Index rows, Index cols) {
  std::string dictionary =
      fmt::format("{{'descr': '{}f8', 'fortran_order': False, 'shape': ({}, {}), }}", kNativeOrder, rows, cols);
  const std::size_t prefix = kLengthAt + 2;
  while ((prefix + dictionary.size() + 1) % kAlignment != 0) dictionary += ' ';
  dictionary += '\n';
  out.write(kMagic);
  const char version_and_length[] = {1, 0, static_cast<char>(dictionary.size() & 0xFF),
                                     static_cast<char>(dictionary.size() >> 8)};
  out.write({version_and_length, sizeof version_and_length});
  out.write(dictionary);
}

void write_npy_rows(AtomicFile& out, const MatrixView& values) {
  constexpr Index kRowsBetweenChecks = 1024;  // for cancellation
  for (Index i = 0; i < values.rows(); ++i) {
    if (i % kRowsBetweenChecks == 0) check_cancelled();
    out.write({reinterpret_cast<const char*>(values.row(i).data()), sizeof(double) * values.cols()});
  }
}

}  // namespace resunit
