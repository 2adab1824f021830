// SPDX-License-Identifier: BSD-3-Clause
// Members and their errors on held-out rows.
#include "tables/ensemble/held_out.hpp"

#include <gtest/gtest.h>

namespace resunit::regression {
namespace {

TEST(PairErrors, GiveTheErrorOfAMeanOfIndependentMembers) {
  const PairErrors errors{.one = Matrix::Constant(1, 1, 3.0),
                          .gain = Matrix::Constant(1, 1, 1.0)};  // bias 1, variance 2
  EXPECT_DOUBLE_EQ(errors.of_mean(2)(0, 0), 2);
  EXPECT_DOUBLE_EQ(errors.of_mean(8)(0, 0), 1.25);
}

TEST(PairErrors, EstimateIsPositiveAndHasTheStandardErrorOfAMean) {
  const PairErrors errors{.one = Matrix::Constant(1, 1, 3.0),
                          .gain = Matrix::Constant(1, 1, 2.0),
                          .fourth = Matrix::Constant(1, 1, 25.0),
                          .rows = 100};
  EXPECT_LT(errors.of_mean(8)(0, 0), 0);
  EXPECT_DOUBLE_EQ(errors.estimate(0, 8)(0), 3.0 / 8) << "uncorrelated errors";
  // The squares have variance 25 - 9 = 16: the standard error of their mean is 4 / 10, relative to the mean 3.
  EXPECT_DOUBLE_EQ(errors.standard_errors(0, 8)(0), 0.4 / 3 * 3.0 / 8);
}

}  // namespace
}  // namespace resunit::regression
