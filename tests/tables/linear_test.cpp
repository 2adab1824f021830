// SPDX-License-Identifier: BSD-3-Clause
// Least squares, the baseline.
#include "tables/linear.hpp"

#include <gtest/gtest.h>

#include "support/random.hpp"

namespace resunit::regression {
namespace {

TEST(Linear, SolvesLeastSquaresWithDependentColumns) {
  test::Random random(1);
  Matrix X = random.gaussian(80, 4);
  X.col(2) = 1e-100 * X.col(0);
  X.col(3).setConstant(5);
  const Matrix Y = (3 * X.col(0) - X.col(1)).array() + 7;
  EXPECT_LT((predict_linear(X, Y, X) - Y).norm(), 1e-10 * Y.norm());
}

}  // namespace
}  // namespace resunit::regression
