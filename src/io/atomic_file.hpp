// A file that appears under its name only once it is complete.
//
//     AtomicFile file("model.json");
//     file.write(text);
//     file.commit();
//
// The bytes go to a temporary file in the same folder, which takes the name at commit. Without a commit,
// whatever stood under the name stays as it was and the temporary is removed. A symbolic link is followed to
// its file. What is no regular file (a pipe, a terminal) is written directly; so is /dev/stdout, or /dev/fd/3, as the
// stream that is already open under that name, until its reader has seen enough (| head).
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "resunit/progress.hpp"

namespace resunit {

class AtomicFile {
 public:
  /// Every failure here and below throws DataError "cannot write FILE: reason".
  explicit AtomicFile(const std::filesystem::path& file);
  AtomicFile(const AtomicFile&) = delete;
  AtomicFile& operator=(const AtomicFile&) = delete;
  ~AtomicFile();

  void write(std::string_view bytes);
  void commit();

 private:
  int open_temporary();
  void flush();

  std::filesystem::path file_;       ///< as the caller names it
  std::filesystem::path target_;     ///< behind all links
  std::filesystem::path temporary_;  ///< empty if written directly, and after commit
  std::string buffer_;
  int descriptor_ = -1;
  bool is_stream_ = false;  ///< one that was open before
};

/// Writes a text that is ready. An exception from `progress` stops it, for a pipe may wait long for its reader.
void write_whole_file(const std::filesystem::path& file, std::string_view text, const Progress& progress);

}  // namespace resunit
