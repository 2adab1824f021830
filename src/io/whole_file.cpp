// Reads until the end of the file. A regular file tells its size, so it fits and one more read sees the
// end; a pipe tells nothing, so the buffer doubles as it fills.
#include "io/whole_file.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <system_error>

#include "parallel/underway.hpp"
#include "resunit/error.hpp"

namespace resunit {
namespace {

constexpr std::size_t kSmallestBuffer = 1 << 16;
constexpr std::size_t kLargestRead = 1 << 26;  ///< between two looks whether to go on

[[noreturn]] void refuse(const std::filesystem::path& file, int error) {
  throw DataError(fmt::format("cannot read {}: {}", file.string(), std::generic_category().message(error)));
}

/// An open file that closes itself.
class Descriptor {
 public:
  explicit Descriptor(const std::filesystem::path& file) : file_(file) {
    do {  // a pipe waits for a writer, unless a signal comes
      Underway::check();
      number_ = ::open(file.c_str(), O_RDONLY | O_CLOEXEC);
    } while (number_ < 0 && errno == EINTR);
    if (number_ < 0) refuse(file_, errno);
  }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  ~Descriptor() { ::close(number_); }

  std::size_t size() const {
    struct stat status {};
    if (::fstat(number_, &status) != 0) refuse(file_, errno);
    return static_cast<std::size_t>(status.st_size);
  }

  /// Reads at most `room` bytes; 0 at the end of the file.
  std::size_t read(char* to, std::size_t room) const {
    for (;;) {
      Underway::check();
      const ssize_t count = ::read(number_, to, std::min(room, kLargestRead));
      if (count >= 0) return static_cast<std::size_t>(count);
      if (errno != EINTR) refuse(file_, errno);
    }
  }

 private:
  const std::filesystem::path& file_;
  int number_ = -1;
};

/// Refuses what would drive the machine out of memory: the numbers of a table need about as much again.
void require_room(const std::filesystem::path& file, std::size_t bytes) {
  const auto memory =
      static_cast<std::size_t>(::sysconf(_SC_PHYS_PAGES)) * static_cast<std::size_t>(::sysconf(_SC_PAGESIZE));
  if (bytes > memory / 2)
    throw DataError(
        fmt::format("cannot read {}: more than half of this machine's memory of {} MB", file.string(), memory >> 20));
}

}  // namespace

std::string read_whole_file(const std::filesystem::path& file) {
  const Descriptor descriptor(file);
  require_room(file, descriptor.size());
  std::string bytes(std::max(descriptor.size() + 1, kSmallestBuffer), '\0');
  std::size_t filled = 0;
  while (const std::size_t count = descriptor.read(bytes.data() + filled, bytes.size() - filled)) {
    filled += count;
    if (filled < bytes.size()) continue;
    require_room(file, 2 * filled);
    bytes.resize(2 * filled);
  }
  bytes.resize(filled);
  if (bytes.empty()) throw DataError(fmt::format("cannot read {}: the file is empty", file.string()));
  return bytes;
}

}  // namespace resunit
