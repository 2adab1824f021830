// SPDX-License-Identifier: BSD-3-Clause
// Cross-validation: folds by content, errors between those of the noise and of linear regression.
#include <gtest/gtest.h>

#include "resunit/error.hpp"
#include "resunit/regress.hpp"
#include "support/bits.hpp"
#include "support/message_of.hpp"
#include "tables/curved_table.hpp"

namespace resunit {
namespace {

using test::curved_table;

CrossValidation cross_validated(const Matrix& X, const Matrix& Y, const RegressOptions& options) {
  return regress(X, Y, options).cross_validation;
}

TEST(CrossValidation, ErrorIsBetweenThoseOfNoiseAndLinearRegression) {
  const Dataset data = curved_table(500, 3, 0.3, 1);
  const CrossValidation result = cross_validated(data.X, data.Y, {.fast = true, .folds = 5});
  EXPECT_EQ(result.folds, 5);
  EXPECT_GT(result.unit.rmse(0), 0.29);
  EXPECT_LT(result.unit.rmse(0), 0.6 * result.linear.rmse(0));
  EXPECT_LT(result.linear.rmse(0), result.mean.rmse(0));
  EXPECT_NEAR(result.mean.r2(0), 0, 0.02);
  EXPECT_LT(result.unit.mae(0), result.unit.rmse(0));
  EXPECT_DOUBLE_EQ(score(result.outputs, data.Y).rmse(0), result.unit.rmse(0));
}

TEST(CrossValidation, DoesNotDependOnTheOrderOfRows) {
  const Dataset data = curved_table(100, 3, 0.3, 1);
  const std::vector<Index> order = test::Random(2).permutation(100);
  const auto run = [](const Matrix& X, const Matrix& Y) {
    return cross_validated(X, Y, {.fast = true, .folds = 4}).outputs;
  };
  EXPECT_TRUE(test::same_bits(test::rows_of(run(data.X, data.Y), order),
                              run(test::rows_of(data.X, order), test::rows_of(data.Y, order))));
}

TEST(CrossValidation, SupportsFoldsWithConstantTargets) {
  Dataset data = curved_table(12, 2, 0.3, 1);
  data.Y.setZero();
  data.Y(5, 0) = 1;
  EXPECT_TRUE(cross_validated(data.X, data.Y, {.folds = 12}).outputs.allFinite());
  data.X.setZero();
  data.X(3, 0) = 1;
  EXPECT_TRUE(cross_validated(data.X, data.Y, {.folds = 12}).outputs.allFinite());
}

TEST(CrossValidation, RejectsInvalidNumbersOfFolds) {
  const Dataset data = curved_table(4, 2, 0.3, 1);
  EXPECT_EQ(test::message_of<DataError>([&] { regress(data.X, data.Y, {.folds = 5}); }),
            "5 folds require at least 5 rows, the table has 4");
  EXPECT_EQ(test::message_of<OptionError>([&] { regress(data.X, data.Y, {.folds = 1}); }),
            "RegressOptions::folds = 1, expected 0 for none, or at least 2");
  EXPECT_EQ(test::message_of<OptionError>([&] { regress(data.X, data.Y, {.folds = -1}); }),
            "RegressOptions::folds = -1, expected a value of at least 0");
}

TEST(CrossValidation, DoesNotChangeTheFinalFit) {
  const Dataset data = curved_table(100, 3, 0.3, 1);
  const RegressOptions plain{.fast = true}, with_folds{.fast = true, .folds = 3};
  const Regression found = regress(data.X, data.Y, with_folds), alone = regress(data.X, data.Y, plain);
  EXPECT_EQ(alone.cross_validation.folds, 0);
  EXPECT_EQ(found.cross_validation.folds, 3);
  EXPECT_TRUE(test::same_bits(found.regressor.A, alone.regressor.A));
  EXPECT_TRUE(test::same_bits(found.regressor.V, alone.regressor.V));
}

TEST(Score, IsRmseMaeAndR2) {
  Matrix truth(4, 2), predicted(4, 2);
  truth << 0, 5, 2, 5, 4, 5, 6, 5;
  predicted << 1, 5, 1, 5, 5, 5, 5, 5;
  const Score result = score(predicted, truth);
  EXPECT_DOUBLE_EQ(result.rmse(0), 1);
  EXPECT_DOUBLE_EQ(result.mae(0), 1);
  EXPECT_DOUBLE_EQ(result.r2(0), 0.8);
  EXPECT_EQ(result.rmse(1), 0);
  EXPECT_TRUE(std::isnan(result.r2(1)));
}

}  // namespace
}  // namespace resunit
