// SPDX-License-Identifier: BSD-3-Clause
// CSV with the shortest decimal numbers that are read back bit for bit.
#include <fmt/compile.h>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <iterator>

#include "io/csv.hpp"
#include "io/csv_field.hpp"
#include "parallel/parallel_for.hpp"

namespace resunit {
namespace {

/// A name, in double quotes (quotes within it doubled) if it would otherwise be split, changed, or read as a number.
/// Line breaks become blanks: a reader that parses line by line would treat the rest as a row of numbers.
std::string quoted_if_needed(std::string name) {
  std::replace(name.begin(), name.end(), '\n', ' ');
  const bool is_cut = name.find_first_of(",;\t\"\r") != std::string::npos || name.starts_with(' ') ||
                      name.ends_with(' ') || name.starts_with(kByteOrderMark);
  if (!is_cut && is_text(name)) return name;
  std::string quoted = "\"";
  for (const char c : name) quoted += c == '"' ? std::string(2, c) : std::string(1, c);
  return quoted + '"';
}

void write_text(const MatrixView& values, std::string& text) {
  constexpr std::size_t kLongestNumber = 32;  // -2.2250738585072014e-308 and its delimiter take 25
  text.resize(static_cast<std::size_t>(values.size()) * kLongestNumber);
  char* end = text.data();
  for (Index i = 0; i < values.rows(); ++i) {
    for (Index j = 0; j < values.cols(); ++j) {
      end = fmt::format_to(end, FMT_COMPILE("{}"), values(i, j));
      *end++ = j + 1 < values.cols() ? ',' : '\n';
    }
  }
  text.resize(static_cast<std::size_t>(end - text.data()));
}

}  // namespace

std::string csv_header(const std::vector<std::string>& names) {
  if (names.empty()) return "";
  std::vector<std::string> fields;
  std::transform(names.begin(), names.end(), std::back_inserter(fields), quoted_if_needed);
  return fmt::format("{}\n", fmt::join(fields, ","));
}

/// Threads convert pieces of rows to text, a few pieces per thread at a time; the pieces are written in order.
void write_csv_rows(AtomicFile& out, const MatrixView& values, int threads) {
  constexpr Index kNumbersPerPiece = 1 << 14, kPiecesPerThread = 4;
  const Index rows = std::max<Index>(1, kNumbersPerPiece / std::max<Index>(1, values.cols()));
  const Index pieces = (values.rows() + rows - 1) / rows, batch = kPiecesPerThread * thread_count(threads);
  std::vector<std::string> texts(static_cast<std::size_t>(std::min(pieces, batch)));
  for (Index first = 0; first < pieces; first += batch) {
    check_cancelled();
    const Index count = std::min(batch, pieces - first);
    parallel_for(count, threads, [&](Index k) {
      const Index from = (first + k) * rows;
      write_text(values.middleRows(from, std::min(rows, values.rows() - from)), texts[k]);
    });
    for (Index k = 0; k < count; ++k) out.write(texts[k]);
  }
}

}  // namespace resunit
