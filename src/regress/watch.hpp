// Tells the caller how far the work is, from whichever thread does it, and stops all threads once the caller objects.
#pragma once

#include <algorithm>
#include <atomic>
#include <string>
#include <thread>

#include "parallel/underway.hpp"
#include "resunit/progress.hpp"
#include "resunit/types.hpp"

namespace resunit::regression {

class Watch {
 public:
  /// `expected` ticks make the whole.
  Watch(const Progress& progress, std::string stage, Index expected)
      : progress_(progress), stage_(std::move(stage)), expected_(std::max<Index>(expected, 1)) {}

  /// Called after each small piece of work, by any thread. Throws where the work is to be abandoned.
  void tick() {
    const Index done = ++done_;
    if (progress_ && std::this_thread::get_id() == caller_)
      progress_(stage_, std::min(1.0, static_cast<double>(done) / static_cast<double>(expected_)));
    else
      Underway::check();
  }

 private:
  const Progress& progress_;
  std::string stage_;
  Index expected_;
  std::thread::id caller_ = std::this_thread::get_id();
  std::atomic<Index> done_{0};
};

}  // namespace resunit::regression
