// SPDX-License-Identifier: BSD-3-Clause
// Temporary file, fsync, rename: after a crash the file is either the old one or the complete new one.
#include "system/atomic_file.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <charconv>
#include <optional>
#include <system_error>
#include <utility>

#include "parallel/progress_scope.hpp"
#include "resunit/error.hpp"

namespace resunit {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kBufferSize = 1 << 20;  ///< bytes
constexpr mode_t kDefaultPermissions = 0666;  ///< restricted by the umask

[[noreturn]] void throw_unwritable(const fs::path& file, int error) {
  throw DataError(fmt::format("cannot write {}: {}", file.string(), std::generic_category().message(error)));
}

fs::file_status status_of(const fs::path& file) {
  std::error_code error;
  const fs::file_status status = fs::status(file, error);
  if (status.type() == fs::file_type::none) throw_unwritable(file, error.value());
  return status;
}

/// The descriptor of an open stream by its name, for example /dev/stdout; none for other names. The stream may be a
/// regular file to which other processes write as well: replacing or reopening it would lose their output.
std::optional<int> open_stream(const fs::path& file) {
  const std::string name = file.lexically_normal().string();
  if (name == "/dev/stdout") return STDOUT_FILENO;
  if (name == "/dev/stderr") return STDERR_FILENO;
  for (const std::string_view folder : {"/dev/fd/", "/proc/self/fd/"}) {
    int number = 0;
    const char* const begin = name.data() + std::min(folder.size(), name.size());
    const auto [end, error] = std::from_chars(begin, name.data() + name.size(), number);
    if (name.starts_with(folder) && error == std::errc{} && *end == '\0') return number;
  }
  return std::nullopt;
}

/// True for a pipe, a terminal or another file that exists and is not regular: a rename cannot replace it.
bool is_written_directly(const fs::path& file) {
  const fs::file_status status = status_of(file);
  return fs::exists(status) && !fs::is_regular_file(status);
}

/// The target of all symbolic links. The links do not form a cycle: status_of throws in that case.
fs::path follow_links(fs::path file) {
  std::error_code ignored;
  while (fs::is_symlink(fs::symlink_status(file, ignored))) {
    file = file.parent_path() / fs::read_symlink(file, ignored);
  }
  return file;
}

}  // namespace

AtomicFile::AtomicFile(const fs::path& file) : file_(file) {
  if (const std::optional<int> stream = open_stream(file)) {
    is_stream_ = true;
    descriptor_ = ::fcntl(*stream, F_DUPFD_CLOEXEC, 0);
  } else if (is_written_directly(file)) {
    do {  // open blocks until a pipe has a reader; a signal interrupts it
      check_cancelled();
      descriptor_ = ::open(file.c_str(), O_WRONLY | O_CLOEXEC);
    } while (descriptor_ < 0 && errno == EINTR);
  } else {
    target_ = follow_links(file);
    descriptor_ = open_temporary();
  }
  if (descriptor_ < 0) throw_unwritable(file, errno);
}

AtomicFile::~AtomicFile() {
  if (descriptor_ >= 0) ::close(descriptor_);
  if (!temporary_.empty()) ::unlink(temporary_.c_str());
}

/// The temporary file has the permissions of the file that it will replace; a read-only file is not replaced.
int AtomicFile::open_temporary() {
  static std::atomic<unsigned> count = 0;
  struct stat old {};
  const bool replaces = ::stat(target_.c_str(), &old) == 0;
  if (replaces && ::access(target_.c_str(), W_OK) != 0) return -1;
  if (!target_.has_filename()) throw_unwritable(file_, ENOENT);
  int descriptor = -1;
  do {
    temporary_ = target_.parent_path() / fmt::format(".resunit-{}-{}.tmp", ::getpid(), count++);
    descriptor = ::open(temporary_.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, kDefaultPermissions);
  } while (descriptor < 0 && errno == EEXIST);
  if (descriptor >= 0 && replaces) ::fchmod(descriptor, old.st_mode);
  return descriptor;
}

void AtomicFile::write(std::string_view bytes) {
  buffer_ += bytes;
  if (buffer_.size() >= kBufferSize) flush();
}

void AtomicFile::flush() {
  for (std::string_view rest = buffer_; !rest.empty();) {
    const ssize_t count = ::write(descriptor_, rest.data(), rest.size());
    if (count < 0 && errno == EPIPE && is_stream_) break;  // | head: the reader has closed the pipe
    if (count < 0 && errno != EINTR) throw_unwritable(file_, errno);
    if (count < 0) check_cancelled();  // a pipe may stay full for a long time
    if (count > 0) rest.remove_prefix(static_cast<std::size_t>(count));
  }
  buffer_.clear();
}

void AtomicFile::commit() {
  flush();
  while (!temporary_.empty() && ::fsync(descriptor_) != 0)
    if (errno != EINTR) throw_unwritable(file_, errno);
  if (::close(std::exchange(descriptor_, -1)) != 0 && errno != EINTR)
    throw_unwritable(file_, errno);  // after EINTR the file is closed nevertheless
  if (temporary_.empty()) return;
  if (::rename(temporary_.c_str(), target_.c_str()) != 0) throw_unwritable(file_, errno);
  temporary_.clear();
}

void write_whole_file(const fs::path& file, std::string_view text, const Progress& progress) {
  const ProgressScope scope(progress);
  AtomicFile out(file);
  out.write(text);
  out.commit();
}

void require_writable(const fs::path& file) {
  if (open_stream(file) || !is_written_directly(file)) {
    const AtomicFile trial(file);
  } else if (fs::is_directory(file)) {
    throw_unwritable(file, EISDIR);
  } else if (::access(file.c_str(), W_OK) != 0) {
    throw_unwritable(file, errno);
  }
}

}  // namespace resunit
