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
            "RegressOptions::folds = 1, expected 0, or at least 2");
  EXPECT_EQ(test::message_of<OptionError>([&] { regress(data.X, data.Y, {.folds = -1}); }),
            "RegressOptions::folds = -1, expected a value of at least 0");
}

TEST(CrossValidation, DoesNotChangeTheFinalFit) {
  const Dataset data = curved_table(100, 3, 0.3, 1);
  const RegressOptions plain{.fast = true}, with_folds{.fast = true, .folds = 3};
  const Regression found = regress(data.X, data.Y, with_folds), alone = regress(data.X, data.Y, plain);
  EXPECT_EQ(alone.cross_validation.folds, 10) << "a small table requires it for the error estimate";
  EXPECT_EQ(found.cross_validation.folds, 3);
  EXPECT_TRUE(test::same_bits(found.regressor.A, alone.regressor.A));
  EXPECT_TRUE(test::same_bits(found.regressor.V, alone.regressor.V));
}

/// Rows of pure noise, each repeated three times in random order; the targets of copies differ by `jitter`.
Dataset repeated_noise(Index distinct, double jitter, std::uint64_t seed) {
  test::Random random(seed);
  const Matrix X = random.gaussian(distinct, 3), Y = random.gaussian(distinct, 1);
  const std::vector<Index> order = random.permutation(3 * distinct);
  return {.X = test::rows_of(X.replicate(3, 1), order),
          .Y = test::rows_of(Y.replicate(3, 1) + jitter * random.gaussian(3 * distinct, 1), order)};
}

TEST(CrossValidation, FindsNoSignalInRepeatedNoise) {
  for (const double jitter : {0.0, 0.1}) {
    const Dataset data = repeated_noise(100, jitter, 5);
    for (const bool fast : {false, true}) {
      const Regression found = regress(data.X, data.Y, {.fast = fast, .folds = 5});
      EXPECT_LT(found.cross_validation.unit.r2(0), 0.05) << jitter;
      EXPECT_GT(found.held_out_rmse(0), 0.95 * found.target_std(0)) << jitter;
      EXPECT_FALSE(found.cross_validation.better_than_linear(0));
    }
  }
}

TEST(CrossValidation, LargeTablesOfRepeatedNoiseHoldOutCopiesTogether) {
  const Dataset data = repeated_noise(700, 0, 6);
  const Regression found = regress(data.X, data.Y, {.fast = true});
  EXPECT_EQ(found.cross_validation.folds, 0) << "2100 rows: the error comes from the rows held out by members";
  EXPECT_GT(found.held_out_rmse(0), 0.97 * found.target_std(0));
}

TEST(CrossValidation, DoesNotDependOnTheOrderOfRepeatedRows) {
  const Dataset data = repeated_noise(30, 0.1, 7);
  const std::vector<Index> order = test::Random(8).permutation(90);
  const Regression one = regress(data.X, data.Y, {.fast = true});
  const Regression other = regress(test::rows_of(data.X, order), test::rows_of(data.Y, order), {.fast = true});
  EXPECT_TRUE(test::same_bits(one.regressor.A, other.regressor.A));
  EXPECT_TRUE(test::same_bits(one.held_out_rmse, other.held_out_rmse));
  EXPECT_TRUE(test::same_bits(one.held_out_stderr, other.held_out_stderr));
  EXPECT_TRUE(test::same_bits(one.cross_validation.unit.rmse, other.cross_validation.unit.rmse));
  EXPECT_EQ(one.verdict(), other.verdict());
}

TEST(CrossValidation, RequiresAsManyDifferentInputsAsFolds) {
  const Dataset data = curved_table(4, 2, 0.3, 1);
  EXPECT_EQ(test::message_of<DataError>(
                [&] { regress(Matrix(data.X.replicate(10, 1)), Matrix(data.Y.replicate(10, 1)), {.folds = 5}); }),
            "5 folds require at least 5 rows with different inputs, the table has 4: its other 36 rows repeat their "
            "inputs");
}

TEST(CrossValidation, JudgesTheGainOverLinearRegressionByItsSpreadOverFolds) {
  const Dataset curved = curved_table(300, 3, 0.3, 1);
  const CrossValidation better = cross_validated(curved.X, curved.Y, {.fast = true, .folds = 5});
  EXPECT_TRUE(better.better_than_linear(0));
  EXPECT_GT(better.r2_std(0), 0);
  test::Random random(2);
  const Matrix X = random.gaussian(200, 3), Y = X.col(0) + X.col(1) + random.gaussian(200, 1);
  EXPECT_FALSE(cross_validated(X, Y, {.fast = true, .folds = 5}).better_than_linear(0));
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
