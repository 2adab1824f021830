// SPDX-License-Identifier: BSD-3-Clause
// Small tables generated from known functions.
#pragma once

#include <algorithm>
#include <cmath>

#include "linalg/indexing.hpp"
#include "resunit/regress.hpp"
#include "resunit/samples.hpp"
#include "support/random.hpp"

namespace resunit::test {

/// y = sin(2 x_1) + x_2 x_3 + noise, the other columns are irrelevant; with two columns x_3 is x_2.
inline Dataset curved_table(Index n, Index d, double noise, std::uint64_t seed) {
  Random random(seed);
  Dataset data{.X = random.gaussian(n, d), .Y = Matrix(n, 1)};
  const Index third = std::min<Index>(2, d - 1);
  for (Index i = 0; i < n; ++i)
    data.Y(i, 0) = std::sin(2 * data.X(i, 0)) + data.X(i, 1) * data.X(i, third) + noise * random.gaussian();
  return data;
}

inline Matrix rows_of(const Matrix& M, const std::vector<Index>& order) {
  return M(order, kAll);
}

inline Matrix columns_of(const Matrix& M, const std::vector<Index>& order) {
  return M(kAll, order);
}

}  // namespace resunit::test
