// SPDX-License-Identifier: BSD-3-Clause
// Least squares, the baseline.
#include "tables/linear.hpp"

#include <gtest/gtest.h>

#include <numeric>

#include "support/random.hpp"
#include "tables/data/scaling.hpp"

namespace resunit::regression {
namespace {

TEST(Linear, SolvesLeastSquaresWithDependentColumns) {
  test::Random random(1);
  Matrix X = random.gaussian(80, 4);
  X.col(2) = 1e-100 * X.col(0);
  X.col(3).setConstant(5);
  const Matrix Y = (3 * X.col(0) - X.col(1)).array() + 7;
  std::vector<Index> order(80);
  std::iota(order.begin(), order.end(), Index{0});
  Regressor line{.inputs = compute_scaling(X, order, 1), .outputs = compute_scaling(Y, order, 0)};
  learn_linear(X, Y, order, line);
  EXPECT_EQ(line.width(), 0);
  EXPECT_LT((predict(line, X) - Y).norm(), 1e-10 * Y.norm());
}

}  // namespace
}  // namespace resunit::regression
