// SPDX-License-Identifier: BSD-3-Clause
// Progress reports and cancellation of long computations.
//     ProgressScope scope(options.progress);     at a public entry point
//     options.progress = scope.reports();        stages report their progress
//     check_cancelled();                         inner loops check for cancellation regularly, on any thread
// A stage of method noisy can take minutes: without check_cancelled a cancellation would wait for its end.
#pragma once

#include <atomic>
#include <string>
#include <thread>

#include "resunit/progress.hpp"

namespace resunit {

/// Ends a helper thread whose caller has cancelled the work; parallel_for rethrows the caller's exception instead.
struct Cancelled {};

class ProgressScope {
 public:
  explicit ProgressScope(const Progress& progress) : progress_(progress), outer_(current_) {
    if (progress_) current_ = this;
  }
  ~ProgressScope() { current_ = outer_; }
  ProgressScope(const ProgressScope&) = delete;
  ProgressScope& operator=(const ProgressScope&) = delete;

  /// The caller's progress function; the scope stores the stage and fraction reported last. Must not outlive the scope.
  Progress reports() {
    if (!progress_) return {};
    return [this](std::string_view stage, double fraction) {
      stage_ = stage;
      fraction_ = fraction;
      report_progress();
    };
  }

  static ProgressScope* current() { return current_; }

  /// Makes the current thread a helper of `scope`; null: of no scope.
  class Helper {
   public:
    explicit Helper(ProgressScope* scope) { current_ = scope; }
    ~Helper() { current_ = nullptr; }
    Helper(const Helper&) = delete;
    Helper& operator=(const Helper&) = delete;
  };

 private:
  friend void check_cancelled();

  void check() {
    if (cancelled_) throw Cancelled{};
    if (std::this_thread::get_id() == caller_) report_progress();
  }

  void report_progress() {
    try {
      progress_(stage_, fraction_);
    } catch (...) {
      cancelled_ = true;
      throw;
    }
  }

  static inline thread_local ProgressScope* current_ = nullptr;

  const Progress& progress_;
  ProgressScope* outer_;
  std::thread::id caller_ = std::this_thread::get_id();
  std::string stage_ = "start";
  double fraction_ = 0;
  std::atomic<bool> cancelled_{false};
};

/// On the caller's thread: reports progress again, and an exception of the progress function cancels the work. On a
/// helper thread: throws Cancelled if the work was cancelled. Outside a scope: no effect.
inline void check_cancelled() {
  if (ProgressScope* const scope = ProgressScope::current()) scope->check();
}

}  // namespace resunit
