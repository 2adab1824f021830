// SPDX-License-Identifier: BSD-3-Clause
// Summaries of the studies.
#pragma once

#include <algorithm>
#include <numeric>
#include <vector>

#include "resunit/types.hpp"

namespace resunit::benchmarks {

/// Half the width of a 95% interval, in standard errors.
inline constexpr double kInterval = 1.96;

/// The upper median; 0 without values.
inline double median(std::vector<double> values) {
  if (values.empty()) return 0;
  const auto middle = values.begin() + static_cast<Index>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  return *middle;
}

/// 0 without values.
inline double mean(const std::vector<double>& values) {
  return values.empty() ? 0 : std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
}

/// The fraction of entries inside their 95% interval.
inline double fraction_inside(const Matrix& estimate, const Matrix& truth, const Matrix& stderrors) {
  return ((estimate - truth).array().abs() <= kInterval * stderrors.array()).cast<double>().mean();
}

}  // namespace resunit::benchmarks
