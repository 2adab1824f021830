// SPDX-License-Identifier: BSD-3-Clause
// Reports the progress of several threads to the caller, and stops all threads when the caller cancels.
#pragma once

#include <algorithm>
#include <atomic>
#include <string>
#include <thread>

#include "parallel/progress_scope.hpp"
#include "resunit/progress.hpp"
#include "resunit/types.hpp"

namespace resunit::regression {

class ProgressTicker {
 public:
  /// `expected`: the total number of ticks. `progress` must outlive the ticker.
  ProgressTicker(const Progress& progress, std::string stage, Index expected)
      : progress_(progress), stage_(std::move(stage)), expected_(std::max<Index>(expected, 1)) {}
  ProgressTicker(Progress&& progress, std::string stage, Index expected) = delete;

  /// To be called after each evaluation, by any thread. Throws if the work is cancelled.
  void tick() {
    const Index done = ++done_;
    if (progress_ && std::this_thread::get_id() == caller_)
      progress_(stage_, std::min(1.0, static_cast<double>(done) / static_cast<double>(expected_)));
    else
      check_cancelled();
  }

 private:
  const Progress& progress_;
  std::string stage_;
  Index expected_;
  std::thread::id caller_ = std::this_thread::get_id();
  std::atomic<Index> done_{0};
};

}  // namespace resunit::regression
