// SPDX-License-Identifier: BSD-3-Clause
// Standard streams and signals: results go to standard output, everything else to standard error; progress is shown
// only on a terminal, and Ctrl-C is handled at the next safe point.
#pragma once

#include <chrono>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>

namespace resunit::cli {

/// Installs signal handlers: SIGINT (Ctrl-C), SIGTERM and SIGHUP set a flag, and a second signal ends the process.
/// Writing to a closed pipe or beyond the file size limit becomes an error instead of ending the process.
void install_signal_handlers();

/// Thrown when SIGINT, SIGTERM or SIGHUP was received.
struct Interrupted {
  int signal;
};
void throw_if_interrupted();

/// A progress function that reports nothing and only checks for interrupts.
void check_interrupt(std::string_view stage, double fraction);

/// Writes text to standard output. A closed pipe (| head) is not an error; a full disk is a DataError.
void print(std::string_view text);

/// Prints the summary of a fit to standard output, or to standard error if one of the files that the command writes is
/// standard output.
void print_summary(const std::string& text, std::initializer_list<std::string> files);

/// Writes a line to standard error.
void note(std::string_view text);

/// One line on standard error with the progress of the current stage and the remaining time, if standard error is a
/// terminal. Also checks for interrupts.
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
