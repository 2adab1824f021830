// SPDX-License-Identifier: BSD-3-Clause
// The doubles that are no numbers to compute with.
#pragma once

#include <limits>

namespace resunit::test {

inline constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
inline constexpr double kInfinity = std::numeric_limits<double>::infinity();

}  // namespace resunit::test
