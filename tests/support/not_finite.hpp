// SPDX-License-Identifier: BSD-3-Clause
// Doubles that are not finite.
#pragma once

#include <limits>

namespace resunit::test {

inline constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
inline constexpr double kInfinity = std::numeric_limits<double>::infinity();

}  // namespace resunit::test
