// SPDX-License-Identifier: BSD-3-Clause
#include "terminal.hpp"

#include <fmt/format.h>
#include <signal.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <system_error>
#include <utility>

#include "overwrite.hpp"
#include "resunit/error.hpp"

namespace resunit::cli {
namespace {

constexpr std::string_view kEraseLine = "\r\x1b[K";
constexpr std::chrono::milliseconds kBetweenUpdates{100};

volatile sig_atomic_t interrupted = 0;
bool has_progress_line = false;  ///< standard error ends with a line of progress

/// ", about 3 min left", or an empty text while a stage has not run long enough for an estimate.
std::string time_left(double seconds, double fraction) {
  if (seconds < 3 || fraction < 0.01 || fraction >= 1) return {};
  const double left = seconds * (1 - fraction) / fraction;
  return left < 90 ? fmt::format(", about {:.0f} s left", left) : fmt::format(", about {:.0f} min left", left / 60);
}

/// Replaces control characters by question marks: names of files and columns are untrusted and could contain escape
/// sequences for the terminal.
std::string without_controls(std::string_view text) {
  std::string printable(text);
  const auto is_control = [](unsigned char c) { return (c < ' ' && c != '\n' && c != '\t') || c == 0x7F; };
  std::replace_if(printable.begin(), printable.end(), is_control, '?');
  return printable;
}

/// Writes to standard error and ignores failures: a closed terminal must not stop the computation.
void write_stderr(std::string_view text) {
  std::fwrite(text.data(), 1, text.size(), stderr);
}

}  // namespace

void install_signal_handlers() {
  struct sigaction on_interrupt {};
  on_interrupt.sa_handler = [](int signal) { interrupted = signal; };
  on_interrupt.sa_flags = static_cast<int>(SA_RESETHAND);  // not SA_RESTART: a blocked read from a pipe must return
  ::sigaction(SIGINT, &on_interrupt, nullptr);
  ::sigaction(SIGTERM, &on_interrupt, nullptr);
  struct sigaction on_hang_up {};
  ::sigaction(SIGHUP, nullptr, &on_hang_up);
  if (on_hang_up.sa_handler != SIG_IGN) ::sigaction(SIGHUP, &on_interrupt, nullptr);  // nohup ignores it
  ::signal(SIGPIPE, SIG_IGN);
  ::signal(SIGXFSZ, SIG_IGN);
}

void throw_if_interrupted() {
  if (interrupted) throw Interrupted{static_cast<int>(interrupted)};
}

void check_interrupt(std::string_view, double) {
  throw_if_interrupted();
}

void print(std::string_view text) {
  const std::string printable = without_controls(text);
  std::string_view rest = printable;
  while (!rest.empty()) {
    const ssize_t count = ::write(STDOUT_FILENO, rest.data(), rest.size());
    if (count >= 0)
      rest.remove_prefix(static_cast<std::size_t>(count));
    else if (errno == EINTR)
      throw_if_interrupted();
    else if (errno == EPIPE)
      return;
    else
      throw DataError(fmt::format("cannot write to standard output: {}", std::generic_category().message(errno)));
  }
}

void print_summary(const std::string& text, std::initializer_list<std::string> files) {
  if (std::any_of(files.begin(), files.end(), is_standard_output)) return note(text);
  print(text + '\n');
}

void note(std::string_view text) {
  if (std::exchange(has_progress_line, false)) write_stderr(kEraseLine);
  write_stderr(without_controls(text) + '\n');
}

ProgressLine::ProgressLine() : is_shown_(::isatty(STDERR_FILENO) == 1) {}

ProgressLine::~ProgressLine() {
  if (std::exchange(has_progress_line, false)) write_stderr(kEraseLine);
}

void ProgressLine::operator()(std::string_view stage, double fraction) {
  throw_if_interrupted();
  const auto now = std::chrono::steady_clock::now();
  if (stage != stage_) {
    stage_ = stage;
    stage_began_ = now;
  }
  if (!is_shown_ || (last_ && now - *last_ < kBetweenUpdates)) return;
  last_ = now;
  const double seconds = std::chrono::duration<double>(now - stage_began_).count();
  has_progress_line = true;
  write_stderr(fmt::format("{}{} {:3.0f}%{}", kEraseLine, stage, 100 * fraction, time_left(seconds, fraction)));
}

}  // namespace resunit::cli
