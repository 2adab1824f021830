// SPDX-License-Identifier: BSD-3-Clause
#include "io/npy_file.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <system_error>

#include "io/entries.hpp"
#include "resunit/error.hpp"
#include "system/whole_file.hpp"

namespace resunit {
namespace {

constexpr std::size_t kMaxNpyHeaderSize = 1 << 16;  ///< bytes; headers of numeric arrays are far shorter

/// Reads until `capacity` bytes are read or the file ends.
std::size_t read_at(const std::filesystem::path& file, int descriptor, Index at, char* to, std::size_t capacity) {
  std::size_t filled = 0;
  while (filled < capacity) {
    const ssize_t count =
        ::pread(descriptor, to + filled, capacity - filled, static_cast<off_t>(at) + static_cast<off_t>(filled));
    if (count == 0) break;
    if (count < 0 && errno != EINTR) throw_unreadable(file, errno);
    if (count > 0) filled += static_cast<std::size_t>(count);
  }
  return filled;
}

}  // namespace

bool is_npy_file(const std::filesystem::path& file) {
  std::error_code none;
  if (!std::filesystem::is_regular_file(file, none)) return false;
  const int descriptor = ::open(file.c_str(), O_RDONLY | O_CLOEXEC);
  if (descriptor < 0) return false;
  std::string start(8, '\0');
  const ssize_t count = ::pread(descriptor, start.data(), start.size(), 0);
  ::close(descriptor);
  return count == std::ssize(start) && is_npy(start);
}

NpyFile::NpyFile(const std::filesystem::path& file)
    : file_(file), descriptor_(::open(file.c_str(), O_RDONLY | O_CLOEXEC)) {
  if (descriptor_ < 0) throw_unreadable(file_, errno);
  try {
    struct stat status {};
    if (::fstat(descriptor_, &status) != 0) throw_unreadable(file_, errno);
    std::string start(kMaxNpyHeaderSize, '\0');
    start.resize(read_at(file_, descriptor_, 0, start.data(), start.size()));
    if (!is_npy(start)) throw DataError("not a .npy file");
    header_ = parse_npy_header(start, static_cast<Index>(status.st_size));
    ::posix_fadvise(descriptor_, 0, 0, POSIX_FADV_SEQUENTIAL);
  } catch (const DataError& error) {
    ::close(descriptor_);
    throw DataError(fmt::format("{}: {}", file_.string(), error.what()));
  }
}

NpyFile::~NpyFile() {
  ::close(descriptor_);
}

void NpyFile::read_bytes(Index at, Index count, char* to) const {
  const auto wanted = static_cast<std::size_t>(count);
  const std::size_t found = read_at(file_, descriptor_, header_.numbers_at + at, to, wanted);
  if (found < wanted)
    throw DataError(fmt::format("{}: the file became shorter while it was read: only {} of {} bytes follow byte {}",
                                file_.string(), found, count, header_.numbers_at + at));
}

void NpyFile::read_rows(Index first, Eigen::Ref<Matrix, 0, Eigen::OuterStride<>> values) {
  const Index count = values.rows(), cols = header_.cols, size = header_.number_size;
  const bool as_in_memory = !header_.fortran_order && !header_.swapped && size == sizeof(double);
  if (as_in_memory && values.outerStride() == cols) {
    read_bytes(first * cols * size, count * cols * size, reinterpret_cast<char*>(values.data()));
  } else if (header_.fortran_order) {
    Vector column(count);
    bytes_.resize(static_cast<std::size_t>(count * size));
    for (Index j = 0; j < cols; ++j) {
      read_bytes((j * header_.rows + first) * size, count * size, bytes_.data());
      load_numbers(header_, bytes_.data(), count, column.data());
      values.col(j) = column;
    }
  } else {
    bytes_.resize(static_cast<std::size_t>(count * cols * size));
    read_bytes(first * cols * size, count * cols * size, bytes_.data());
    for (Index i = 0; i < count; ++i)
      load_numbers(header_, bytes_.data() + i * cols * size, cols, values.row(i).data());
  }
  require_finite_entries(file_.string(), values.leftCols(cols), first);
}

}  // namespace resunit
