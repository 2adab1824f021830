// The middle value.
#pragma once

#include <algorithm>
#include <cassert>

#include "resunit/types.hpp"

namespace resunit {

/// The upper of the two middle ones where there are two.
inline double median(Vector values) {
  assert(values.size() > 0);
  const Index half = values.size() / 2;
  std::nth_element(values.begin(), values.begin() + half, values.end());
  return values(half);
}

}  // namespace resunit
