// SPDX-License-Identifier: BSD-3-Clause
// The program's manners: results on standard output, everything else on standard error, progress for people
// only, and Ctrl-C honored at the next safe place.
#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <string_view>

namespace resunit::cli {

/// From now on Ctrl-C raises a flag (a second one kills), as do SIGTERM and SIGHUP, and writing to a closed pipe, or
/// beyond a limit on the size of files, is an error, not a death.
void watch_signals();

/// Thrown where work is abandoned because of Ctrl-C, or another signal to end.
struct Interrupted {
  int signal;
};
void stop_if_interrupted();

/// For work that is told no more than whether to go on.
void honor_interrupt(std::string_view stage, double fraction);

/// Writes text to standard output. A reader that has seen enough (| head) is no error; a full disk is a DataError.
void print(std::string_view text);

/// Writes a line to standard error.
void note(std::string_view text);

/// One line on standard error that tells how far the work is and how long it will take, if that is a terminal; also
/// where Ctrl-C is noticed.
class ProgressLine {
 public:
  ProgressLine();
  ProgressLine(const ProgressLine&) = delete;
  ProgressLine& operator=(const ProgressLine&) = delete;
  ~ProgressLine();  ///< erases the line

  void operator()(std::string_view stage, double fraction);

 private:
  bool is_shown_;
  std::optional<std::chrono::steady_clock::time_point> last_;
  std::string stage_;
  std::chrono::steady_clock::time_point stage_began_;
};

}  // namespace resunit::cli
