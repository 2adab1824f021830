// SPDX-License-Identifier: BSD-3-Clause
// Standard streams and signals.
#include "terminal.hpp"

#include <fmt/format.h>
#include <signal.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <system_error>

#include "resunit/error.hpp"

namespace resunit::cli {
namespace {

constexpr std::string_view kEraseLine = "\r\x1b[K";
constexpr std::chrono::milliseconds kBetweenUpdates{100};

volatile sig_atomic_t interrupted = 0;

/// ", about 3 min left" once that can be told from the time a stage has taken so far.
std::string time_left(double seconds, double fraction) {
  if (seconds < 3 || fraction < 0.01 || fraction >= 1) return {};
  const double left = seconds * (1 - fraction) / fraction;
  return left < 90 ? fmt::format(", about {:.0f} s left", left) : fmt::format(", about {:.0f} min left", left / 60);
}

/// Names of files and columns may come from anywhere: what would steer a terminal is shown as a question mark.
std::string without_controls(std::string_view text) {
  std::string harmless(text);
  const auto steers = [](unsigned char c) { return (c < ' ' && c != '\n' && c != '\t') || c == 0x7F; };
  std::replace_if(harmless.begin(), harmless.end(), steers, '?');
  return harmless;
}

/// On standard error, if that can be: a terminal that is gone, or held by Ctrl-S, is no reason to stop the work.
void show(std::string_view text) {
  std::fwrite(text.data(), 1, text.size(), stderr);
}

}  // namespace

void watch_signals() {
  struct sigaction on_interrupt {};
  on_interrupt.sa_handler = [](int signal) { interrupted = signal; };
  on_interrupt.sa_flags =
      static_cast<int>(SA_RESETHAND);  // not SA_RESTART: a read that waits for a pipe should look up
  ::sigaction(SIGINT, &on_interrupt, nullptr);
  ::sigaction(SIGTERM, &on_interrupt, nullptr);
  struct sigaction on_hang_up {};
  ::sigaction(SIGHUP, nullptr, &on_hang_up);
  if (on_hang_up.sa_handler != SIG_IGN) ::sigaction(SIGHUP, &on_interrupt, nullptr);  // nohup has it ignored
  ::signal(SIGPIPE, SIG_IGN);
  ::signal(SIGXFSZ, SIG_IGN);
}

void stop_if_interrupted() {
  if (interrupted) throw Interrupted{static_cast<int>(interrupted)};
}

void honor_interrupt(std::string_view, double) {
  stop_if_interrupted();
}

void print(std::string_view words) {
  const std::string harmless = without_controls(words);
  std::string_view text = harmless;
  while (!text.empty()) {
    const ssize_t count = ::write(STDOUT_FILENO, text.data(), text.size());
    if (count >= 0)
      text.remove_prefix(static_cast<std::size_t>(count));
    else if (errno == EINTR)
      stop_if_interrupted();
    else if (errno == EPIPE)
      return;
    else
      throw DataError(fmt::format("cannot write standard output: {}", std::generic_category().message(errno)));
  }
}

void note(std::string_view text) {
  show(without_controls(text) + '\n');
}

ProgressLine::ProgressLine() : is_shown_(::isatty(STDERR_FILENO) == 1) {}

ProgressLine::~ProgressLine() {
  if (last_) show(kEraseLine);
}

void ProgressLine::operator()(std::string_view stage, double fraction) {
  stop_if_interrupted();
  const auto now = std::chrono::steady_clock::now();
  if (stage != stage_) {
    stage_ = stage;
    stage_began_ = now;
  }
  if (!is_shown_ || (last_ && now - *last_ < kBetweenUpdates)) return;
  last_ = now;
  const double seconds = std::chrono::duration<double>(now - stage_began_).count();
  show(fmt::format("{}{} {:3.0f}%{}", kEraseLine, stage, 100 * fraction, time_left(seconds, fraction)));
}

}  // namespace resunit::cli
