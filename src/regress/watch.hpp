// Tells the caller how far the work is, from whichever thread does it, and stops all threads once the caller objects.
#pragma once

#include <algorithm>
#include <atomic>
#include <exception>
#include <string>
#include <thread>

#include "resunit/progress.hpp"
#include "resunit/types.hpp"

namespace resunit::regression {

class Watch {
 public:
  /// `expected` ticks make the whole.
  Watch(const Progress& progress, std::string stage, Index expected)
      : progress_(progress), stage_(std::move(stage)), expected_(std::max<Index>(expected, 1)) {}

  /// Called after each small piece of work, by any thread. Throws what the callback threw where the work is to be
  /// abandoned: on the caller's thread first, then on all others.
  void tick() {
    const Index done = ++done_;
    if (stopped_) std::rethrow_exception(cause_);
    if (!progress_ || std::this_thread::get_id() != caller_) return;
    try {
      progress_(stage_, std::min(1.0, static_cast<double>(done) / static_cast<double>(expected_)));
    } catch (...) {
      cause_ = std::current_exception();  // seen by whoever sees stopped_
      stopped_ = true;
      throw;
    }
  }

 private:
  const Progress& progress_;
  std::string stage_;
  Index expected_;
  std::thread::id caller_ = std::this_thread::get_id();
  std::atomic<Index> done_{0};
  std::exception_ptr cause_;
  std::atomic<bool> stopped_{false};
};

}  // namespace resunit::regression
