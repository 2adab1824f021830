// SPDX-License-Identifier: BSD-3-Clause
// Random standardized rows, and blocks of equal size.
#pragma once

#include "support/random.hpp"
#include "tables/data/blocks.hpp"

namespace resunit::regression {

inline Rows random_rows(Index n, Index q, Index m, std::uint64_t seed) {
  test::Random random(seed);
  Rows rows{.X = random.gaussian(n, q).cast<float>(), .Y = random.gaussian(n, m).cast<float>()};
  rows.X.col(q - 1).setOnes();
  return rows;
}

inline Blocks equal_blocks(Index n, Index count) {
  Blocks blocks;
  for (Index b = 0; b <= count; ++b) blocks.begin.push_back(b * n / count);
  return blocks;
}

}  // namespace resunit::regression
