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

#include "io/room.hpp"
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

}  // namespace

std::string read_whole_file(const std::filesystem::path& file) {
  const Descriptor descriptor(file);
  const std::size_t promised = descriptor.size();
  require_room(file.string(), promised);
  std::string bytes(std::max(promised + 1, kSmallestBuffer), '\0');
  std::size_t filled = 0;
  while (const std::size_t count = descriptor.read(bytes.data() + filled, bytes.size() - filled)) {
    filled += count;
    if (filled < bytes.size()) continue;
    require_room(file.string(), 2 * filled);
    bytes.resize(2 * filled);
  }
  if (filled < promised) throw DataError(fmt::format("{}: the file became shorter while it was read", file.string()));
  bytes.resize(filled);
  if (bytes.empty()) throw DataError(fmt::format("cannot read {}: the file is empty", file.string()));
  return bytes;
}

}  // namespace resunit
