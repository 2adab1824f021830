// SPDX-License-Identifier: BSD-3-Clause
// A file that appears under its name only once it is complete.
//
//     AtomicFile file("model.json");
//     file.write(text);
//     file.commit();
//
// The bytes are written to a temporary file in the same folder, which is renamed at commit. Without a commit the
// previous file remains unchanged and the temporary file is removed. Symbolic links are followed. A file that is not
// regular (a pipe, a terminal) is written directly; so are the streams that are already open, such as /dev/stdout or
// /dev/fd/3, until the reader closes them (| head).
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

  std::filesystem::path file_;       ///< the caller's name
  std::filesystem::path target_;     ///< with all symbolic links followed
  std::filesystem::path temporary_;  ///< empty if written directly, and after commit
  std::string buffer_;
  int descriptor_ = -1;
  bool is_stream_ = false;  ///< a stream that was already open
};

/// Throws DataError if `file` cannot be written now: for a check before a long computation.
void require_writable(const std::filesystem::path& file);

/// Writes `text`. An exception from `progress` cancels it, since a pipe may wait a long time for its reader.
void write_whole_file(const std::filesystem::path& file, std::string_view text, const Progress& progress);

}  // namespace resunit
