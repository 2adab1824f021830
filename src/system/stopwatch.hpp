// SPDX-License-Identifier: BSD-3-Clause
// Wall-clock time since construction.
#pragma once

#include <chrono>

namespace resunit {

class Stopwatch {
 public:
  double seconds() const { return std::chrono::duration<double>(Clock::now() - start_).count(); }

 private:
  using Clock = std::chrono::steady_clock;
  Clock::time_point start_ = Clock::now();
};

}  // namespace resunit
