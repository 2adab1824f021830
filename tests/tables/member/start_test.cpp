// SPDX-License-Identifier: BSD-3-Clause
// The starting point of a descent.
#include "tables/member/start.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "tables/curved_table.hpp"
#include "tables/member/greedy.hpp"

namespace resunit::regression {
namespace {

TEST(Start, HasASmallerResidualThanLinearRegression) {
  const Dataset data = test::curved_table(400, 3, 0, 1);
  Rows rows{.X = MatrixF::Ones(400, 4), .Y = data.Y.cast<float>()};
  rows.X.leftCols(3) = data.X.cast<float>();
  const Sample sample = draw_sample(rows, {{0, 400}});
  const Network network = start_network(sample, 20, 1e-4, 1);
  const double residual = (outputs(network, rows, {0, 400}) - rows.Y).squaredNorm();
  EXPECT_LT(residual, 0.2 * linear_residuals(sample).squaredNorm());
  for (Index j = 0; j < 20; ++j) EXPECT_TRUE(std::isfinite(network.A.row(j).norm()));
}

}  // namespace
}  // namespace resunit::regression
