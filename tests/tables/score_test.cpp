// SPDX-License-Identifier: BSD-3-Clause
// Error measures of predictions, per target.
#include <gtest/gtest.h>

#include <cmath>

#include "resunit/error.hpp"
#include "resunit/regress.hpp"

namespace resunit::regression {
namespace {

TEST(Score, MatchesItsFormulasPerTarget) {
  const Matrix outputs{{1, 5}, {2, 5}, {6, 5}}, predicted{{1, 4}, {3, 5}, {4, 6}};
  const Score found = score(predicted, outputs);
  EXPECT_NEAR(found.rmse(0), std::sqrt(5.0 / 3), 1e-15);
  EXPECT_NEAR(found.mae(0), 1, 1e-15);
  EXPECT_NEAR(found.r2(0), 1 - 5.0 / 14, 1e-15);
  EXPECT_TRUE(std::isnan(found.r2(1))) << "a constant target";
  EXPECT_NEAR(found.mae(1), 2.0 / 3, 1e-15);
}

TEST(Score, DoesNotDependOnScale) {
  const Matrix outputs{{1.0}, {2.0}, {6.0}}, predicted{{1.0}, {3.0}, {4.0}};
  for (const double scale : {1e-200, 1e200})
    EXPECT_NEAR(score(Matrix(scale * predicted), Matrix(scale * outputs)).r2(0), score(predicted, outputs).r2(0),
                1e-12);
}

TEST(Score, RejectsDifferentShapes) {
  EXPECT_THROW((void)score(Matrix::Zero(2, 1).eval(), Matrix::Zero(3, 1).eval()), DataError);
}

}  // namespace
}  // namespace resunit::regression
