// SPDX-License-Identifier: BSD-3-Clause
// The stages of a fit: reported to the caller's progress function, and timed.
#pragma once

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "resunit/progress.hpp"
#include "system/stopwatch.hpp"

namespace resunit {

class Stages {
 public:
  explicit Stages(Progress progress) : progress_(std::move(progress)) {}

  /// Runs one stage. The times of repeated stages add up.
  template <class Work>
  auto run(std::string_view stage, Work&& work) {
    if (progress_) progress_(stage, 0);
    const Stopwatch watch;
    auto result = work();
    add(stage, watch.seconds());
    if (progress_) progress_(stage, 1);
    return result;
  }

  std::vector<std::pair<std::string, double>> seconds() const { return seconds_; }

 private:
  void add(std::string_view stage, double time) {
    const auto known = std::find_if(seconds_.begin(), seconds_.end(), [&](const auto& s) { return s.first == stage; });
    if (known == seconds_.end())
      seconds_.emplace_back(stage, time);
    else
      known->second += time;
  }

  Progress progress_;
  std::vector<std::pair<std::string, double>> seconds_;
};

}  // namespace resunit
