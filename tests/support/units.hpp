// SPDX-License-Identifier: BSD-3-Clause
// Random units for tests.
#pragma once

#include "resunit/unit.hpp"
#include "support/random.hpp"

namespace resunit::test {

inline Unit random_unit(Index d, Index m, Random& random) {
  return {.A = random.gaussian(d, d), .B = random.gaussian(m, d)};
}

}  // namespace resunit::test
