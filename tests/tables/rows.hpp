// SPDX-License-Identifier: BSD-3-Clause
// Random standardized rows.
#pragma once

#include "support/random.hpp"
#include "tables/data/network.hpp"

namespace resunit::regression {

inline Rows random_rows(Index n, Index q, Index m, std::uint64_t seed) {
  test::Random random(seed);
  Rows rows{.X = random.gaussian(n, q).cast<float>(), .Y = random.gaussian(n, m).cast<float>()};
  rows.X.col(q - 1).setOnes();
  return rows;
}

}  // namespace resunit::regression
