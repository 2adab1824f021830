// SPDX-License-Identifier: BSD-3-Clause
// The median.
#pragma once

#include <algorithm>
#include <cassert>

#include "resunit/types.hpp"

namespace resunit {

/// Standard deviation of a normal variable over its median absolute value.
inline constexpr double kMadToStd = 1.4826;

/// For an even number of values: the upper of the two middle ones.
inline double median(Vector values) {
  assert(values.size() > 0);
  const Index half = values.size() / 2;
  std::nth_element(values.begin(), values.begin() + half, values.end());
  return values(half);
}

}  // namespace resunit
