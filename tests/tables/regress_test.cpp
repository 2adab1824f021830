// SPDX-License-Identifier: BSD-3-Clause
// Regression: accuracy, independence of row order and threads, validation, and unusual tables.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "resunit/error.hpp"
#include "support/bits.hpp"
#include "support/message_of.hpp"
#include "tables/curved_table.hpp"
#include "tables/regressor.hpp"

namespace resunit {
namespace {

using test::curved_table;
using test::same_bits;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

double rmse_on(const Regression& found, const Dataset& data) {
  return score(predict(found.regressor, data.X), data.Y).rmse(0);
}

TEST(Regress, LearnsACurvedFunction) {
  const Dataset training = curved_table(1000, 6, 0.1, 1), fresh = curved_table(1000, 6, 0, 2);
  const double deviation = 1.22;
  const Regression found = regress(training.X, training.Y), fast = regress(training.X, training.Y, {.fast = true});
  EXPECT_LT(rmse_on(found, fresh), 0.15 * deviation);
  EXPECT_LT(rmse_on(fast, fresh), 0.2 * deviation);
  EXPECT_GE(found.members, 6) << "of 8, without those dropped for their held-out error";
  EXPECT_EQ(fast.members, 2);
  EXPECT_NEAR(found.held_out_rmse(0), rmse_on(found, curved_table(1000, 6, 0.1, 3)), 0.05);
}

TEST(Regress, LearnsSeveralTargetsOfAnyScale) {
  Dataset training = curved_table(600, 4, 0.1, 1);
  Matrix Y(600, 2);
  Y << 1e12 * training.Y, (1e-9 * training.X.col(3)).array() + 5;
  const Regression found = regress(training.X, Y);
  const Score result = score(predict(found.regressor, training.X), Y);
  EXPECT_GT(result.r2(0), 0.95);
  EXPECT_GT(result.r2(1), 0.95);
}

TEST(Regress, DoesNotDependOnTheOrderOfRows) {
  Dataset data = curved_table(300, 4, 0.5, 1);
  data.X.bottomRows(40) = data.X.topRows(40).eval();  // duplicates, with equal and with different targets
  data.Y.bottomRows(20) = data.Y.middleRows(20, 20).eval();
  const std::vector<Index> order = test::Random(7).permutation(300);
  for (const bool fast : {false, true}) {
    const Regressor one = regress(data.X, data.Y, {.fast = fast}).regressor;
    const Regressor other =
        regress(test::rows_of(data.X, order), test::rows_of(data.Y, order), {.fast = fast}).regressor;
    EXPECT_TRUE(same_bits(one.A, other.A));
    EXPECT_TRUE(same_bits(one.W, other.W));
    EXPECT_TRUE(same_bits(one.V, other.V));
    EXPECT_TRUE(same_bits(one.inputs.mean, other.inputs.mean));
  }
}

TEST(Regress, ColumnOrderChangesPredictionsOnlyByRounding) {
  Dataset data = curved_table(300, 5, 0.5, 1);
  data.X.col(4) = data.X.col(1);
  const std::vector<Index> order = {3, 0, 4, 2, 1};
  const Matrix moved = test::columns_of(data.X, order);
  const Regressor one = regress(data.X, data.Y).regressor, other = regress(moved, data.Y).regressor;
  EXPECT_LT((predict(one, data.X) - predict(other, moved)).norm(), 1e-12 * data.Y.norm());
}

TEST(Regress, HasTheSameBitsForAnyNumberOfThreads) {
  const Dataset small = curved_table(400, 4, 0.5, 1), large = curved_table(42000, 2, 0.5, 1);
  for (const Dataset* data : {&small, &large}) {
    const bool fast = data == &large;
    const Matrix A = regress(data->X, data->Y, {.fast = fast, .threads = 1}).regressor.A;
    for (const int threads : {2, 3})
      EXPECT_TRUE(same_bits(A, regress(data->X, data->Y, {.fast = fast, .threads = threads}).regressor.A)) << threads;
  }
}

TEST(Regress, DependsOnTheSeed) {
  const Dataset data = curved_table(200, 3, 0.5, 1);
  EXPECT_FALSE(same_bits(regress(data.X, data.Y, {.seed = 1}).regressor.A, regress(data.X, data.Y).regressor.A));
}

TEST(Regress, UsesTheGivenWidthAndNumberOfMembers) {
  const Dataset data = curved_table(200, 3, 0.5, 1);
  const Regression found = regress(data.X, data.Y, {.width = 5, .members = 3});
  EXPECT_EQ(found.width, 5);
  EXPECT_EQ(found.members, 3);
  EXPECT_EQ(found.regressor.width(), 15);
}

TEST(Regress, IgnoresConstantColumnsWithAWarning) {
  Dataset data = curved_table(200, 4, 0.1, 1);
  data.X.col(3).setConstant(7);
  const Regression found = regress(data.X, data.Y, {.columns = {.inputs = {"a", "b", "c", "d"}, .targets = {"y"}}});
  EXPECT_THAT(found.warnings, ElementsAre("the column 'd' is constant and was ignored"));
  EXPECT_EQ(found.regressor.A.col(3).norm(), 0);
  Matrix elsewhere = data.X;
  elsewhere.col(3).setConstant(1e9);
  EXPECT_TRUE(same_bits(predict(found.regressor, data.X), predict(found.regressor, elsewhere)));
}

TEST(Regress, RejectsInvalidTables) {
  const Dataset data = curved_table(20, 2, 0.1, 1);
  const auto complaint = [&](const Matrix& X, const Matrix& Y) {
    return test::message_of<DataError>([&] { regress(X, Y); });
  };
  EXPECT_EQ(complaint(data.X, Matrix::Constant(20, 1, 3)), "column 1 of Y is constant: it is 3 in all 20 rows");
  EXPECT_EQ(complaint(Matrix::Ones(20, 2), data.Y), "every input column is constant: there is nothing to learn from");
  EXPECT_EQ(complaint(data.X.topRows(1), data.Y.topRows(1)), "the table has 1 row, at least 2 are required");
  EXPECT_EQ(complaint(data.X, data.Y.topRows(3)), "X has 20 rows, Y has 3");
  Matrix broken = data.X;
  broken(4, 1) = NAN;
  EXPECT_THAT(complaint(broken, data.Y), HasSubstr("X is NaN in row 5, column 2"));
  EXPECT_EQ(test::message_of<OptionError>([&] { regress(data.X, data.Y, {.members = 0}); }),
            "RegressOptions::members = 0, expected a value of at least 1");
}

TEST(Regress, StopsWhenProgressThrows) {
  struct Stop {};
  const Dataset data = curved_table(500, 4, 0.1, 1);
  int calls = 0;
  const Progress progress = [&](std::string_view, double fraction) {
    EXPECT_GE(fraction, 0);
    EXPECT_LE(fraction, 1);
    if (++calls == 20) throw Stop{};
  };
  EXPECT_THROW(regress(data.X, data.Y, {.progress = progress}), Stop);
  EXPECT_EQ(calls, 20);
}

/// Expects finite predictions in the range of the target, also for inputs far outside the training range.
void expect_finite_predictions_in_range(const Matrix& X, const Matrix& Y) {
  for (const int members : {1, 2, 8}) {
    const Regressor regressor = regress(X, Y, {.members = members}).regressor;
    EXPECT_NO_THROW(validate(regressor));
    for (const double factor : {1.0, -1e30, 1e100}) {
      const Matrix predicted = predict(regressor, Matrix(factor * X));
      ASSERT_TRUE(predicted.allFinite());
      EXPECT_GE(predicted.minCoeff(), Y.minCoeff());
      EXPECT_LE(predicted.maxCoeff(), Y.maxCoeff());
    }
  }
}

TEST(Regress, SupportsAnyScale) {
  const Dataset data = curved_table(60, 3, 0.1, 1);
  for (const double scale : {1e-150, 1e-300, 1e149}) {
    Matrix X = data.X;
    X.col(1) *= scale;
    const Matrix Y = scale * data.Y;
    const Regressor regressor = regress(X, Y).regressor;
    const Matrix predicted = predict(regressor, X);
    ASSERT_TRUE(predicted.allFinite());
    EXPECT_GT(score(predicted, Y).r2(0), 0.9) << scale;
  }
}

TEST(Regress, SupportsFewRows) {
  for (const Index n : {2, 3, 5, 9, 10, 11, 17}) {
    const Dataset data = curved_table(n, 30, 0.1, static_cast<std::uint64_t>(n));
    expect_finite_predictions_in_range(data.X, data.Y);
  }
}

TEST(Regress, SupportsManyColumns) {
  const Dataset data = curved_table(60, 400, 0.1, 1);
  expect_finite_predictions_in_range(data.X, data.Y);
}

TEST(Regress, SupportsOutliersDuplicatesAndIntegers) {
  test::Random random(3);
  Dataset data = curved_table(200, 3, 0.1, 1);
  data.X(17, 0) = 1e9;
  data.X.col(1) = data.X.col(1).array().cube().cube();
  expect_finite_predictions_in_range(data.X, data.Y);
  expect_finite_predictions_in_range(random.integers(100, 2, 0, 1), random.integers(100, 1, 0, 3));
  const Dataset two = curved_table(2, 3, 0.1, 1);
  expect_finite_predictions_in_range(two.X.replicate(30, 1), two.Y.replicate(30, 1));
  Matrix spike = Matrix::Zero(100, 1);
  spike(42, 0) = 1;
  expect_finite_predictions_in_range(data.X.topRows(100), spike);
  expect_finite_predictions_in_range(spike, data.Y.topRows(100));
}

TEST(Regressor, IsAResidualUnitOnPaddedInput) {
  const Dataset data = curved_table(200, 3, 0.1, 1);
  const Regressor regressor = regress(data.X, data.Y).regressor;
  const Unit unit = as_unit(regressor);
  EXPECT_NO_THROW(validate(unit));
  const Matrix outputs = predict(unit, padded_inputs(regressor, data.X));
  EXPECT_EQ(outputs.rightCols(outputs.cols() - 1).norm(), 0);
  const double scale = regressor.outputs.scale(0);
  const Eigen::ArrayXd restored = regressor.outputs.mean(0) + scale * outputs.col(0).array();
  const Eigen::ArrayXd clipped = restored.max(regressor.outputs.low(0)).min(regressor.outputs.high(0));
  EXPECT_LT((clipped.matrix() - predict(regressor, data.X)).norm(), 1e-12 * data.Y.norm());
}

TEST(Regressor, RejectsNanAndWrongNumbersOfColumns) {
  const Dataset data = curved_table(50, 2, 0.1, 1);
  const Regressor regressor = regress(data.X, data.Y, {.fast = true}).regressor;
  Matrix X = data.X.topRows(2);
  X(1, 0) = NAN;
  EXPECT_EQ(test::message_of<DataError>([&] { predict(regressor, X); }), "X is NaN in row 2, column 1");
  EXPECT_EQ(test::message_of<DataError>([&] { predict(regressor, Matrix(1, 3)); }),
            "X has 3 columns, the model has 2 inputs");
}

TEST(Regression, StartsAsNotRun) {
  EXPECT_EQ(Regression{}.brief(), "not run");
}

}  // namespace
}  // namespace resunit
