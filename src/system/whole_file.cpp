// SPDX-License-Identifier: BSD-3-Clause
// Reads to the end of the file. The size of a regular file is known: the buffer holds it, and one more read detects the
// end. The size of a pipe is unknown: the buffer doubles when it is full.
#include "system/whole_file.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <system_error>

#include "parallel/progress_scope.hpp"
#include "resunit/error.hpp"
#include "system/memory_limit.hpp"

namespace resunit {
namespace {

constexpr std::size_t kSmallestBuffer = 1 << 16;
constexpr std::size_t kLargestRead = 1 << 26;  ///< bytes between two checks for cancellation

/// An open file that closes itself.
class Descriptor {
 public:
  explicit Descriptor(const std::filesystem::path& file) : file_(file) {
    do {  // open blocks until a pipe has a writer; a signal interrupts it
      check_cancelled();
      number_ = ::open(file.c_str(), O_RDONLY | O_CLOEXEC);
    } while (number_ < 0 && errno == EINTR);
    if (number_ < 0) throw_unreadable(file_, errno);
  }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  ~Descriptor() { ::close(number_); }

  std::size_t size() const {
    struct stat status {};
    if (::fstat(number_, &status) != 0) throw_unreadable(file_, errno);
    return static_cast<std::size_t>(status.st_size);
  }

  /// Reads at most `capacity` bytes; 0 at the end of the file.
  std::size_t read(char* to, std::size_t capacity) const {
    for (;;) {
      check_cancelled();
      const ssize_t count = ::read(number_, to, std::min(capacity, kLargestRead));
      if (count >= 0) return static_cast<std::size_t>(count);
      if (errno != EINTR) throw_unreadable(file_, errno);
    }
  }

 private:
  const std::filesystem::path& file_;
  int number_ = -1;
};

}  // namespace

void throw_unreadable(const std::filesystem::path& file, int error) {
  throw DataError(fmt::format("cannot read {}: {}", file.string(), std::generic_category().message(error)));
}

std::string read_whole_file(const std::filesystem::path& file) {
  const Descriptor descriptor(file);
  const std::size_t expected = descriptor.size();
  require_memory(file.string(), expected);
  std::string bytes(std::max(expected + 1, kSmallestBuffer), '\0');
  std::size_t filled = 0;
  while (const std::size_t count = descriptor.read(bytes.data() + filled, bytes.size() - filled)) {
    filled += count;
    if (filled < bytes.size()) continue;
    require_memory(file.string(), 2 * filled);
    bytes.resize(2 * filled);
  }
  if (filled < expected) throw DataError(fmt::format("{}: the file became shorter while it was read", file.string()));
  bytes.resize(filled);
  if (bytes.empty()) throw DataError(fmt::format("cannot read {}: the file is empty", file.string()));
  return bytes;
}

}  // namespace resunit
