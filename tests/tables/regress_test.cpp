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
  EXPECT_EQ(regress(data.X, data.Y, {.members = 3, .fast = true}).members, 3);
  EXPECT_EQ(regress(data.X, data.Y, {.width = 5, .fast = true}).width, 5);
}

TEST(Regress, RejectsMoreMembersThanRowsThatCanBeHeldOut) {
  const Dataset data = curved_table(12, 3, 0.5, 1);
  const auto complaint = [&](const Matrix& X, const Matrix& Y, int members) {
    return test::message_of<DataError>([&] { regress(X, Y, {.members = members}); });
  };
  const Regression most = regress(data.X, data.Y, {.members = 12});
  EXPECT_EQ(most.members + most.dropped, 12);
  EXPECT_EQ(complaint(data.X, data.Y, 13), "13 members require at least 13 rows, the table has 12");
  EXPECT_EQ(complaint(data.X.topRows(9), data.Y.topRows(9), 2), "2 members require at least 10 rows, the table has 9");
  EXPECT_EQ(complaint(data.X.topRows(9).replicate(2, 1), data.Y.topRows(9).replicate(2, 1), 2),
            "2 members require at least 10 rows with different inputs, the table has 9: its other 9 rows repeat their "
            "inputs");
}

TEST(Regress, WarnsOfRepeatedInputs) {
  const Dataset data = curved_table(100, 3, 0.5, 1);
  const Matrix X = data.X.replicate(3, 1), Y = data.Y.replicate(3, 1);
  EXPECT_THAT(regress(X, Y, {.fast = true}).warnings,
              ElementsAre("200 of 300 rows repeat the inputs of another row; rows with equal inputs are held out "
                          "together, so that errors are those for new inputs"));
  EXPECT_THAT(regress(data.X, data.Y, {.fast = true}).warnings, ElementsAre());
  const Matrix level = (data.X.col(0).array() > 0).cast<double>();
  const Regression levels = regress(level, data.Y, {.fast = true});
  EXPECT_THAT(levels.warnings, ElementsAre(HasSubstr("98 of 100 rows repeat the inputs of another row; there are only "
                                                     "2 different inputs")));
  EXPECT_FALSE(levels.held_out_rmse.hasNaN());
}

TEST(Regress, WarnsOfAMistypedTarget) {
  Dataset data = curved_table(200, 4, 0.1, 1);
  EXPECT_THAT(regress(data.X, data.Y, {.fast = true}).warnings, testing::IsEmpty());
  data.Y(7, 0) = 1e6;
  EXPECT_THAT(regress(data.X, data.Y, {.fast = true}).warnings,
              testing::Contains(HasSubstr("column 1 of Y is 1e+06 in row 8")));
}

TEST(Regress, EstimatesAPositiveErrorForANoiselessLine) {
  test::Random random(1);
  const Matrix X = random.gaussian(40, 2), Y = X.col(0) - 2 * X.col(1);
  const Matrix X_new = random.gaussian(2000, 2), Y_new = X_new.col(0) - 2 * X_new.col(1);
  const Regression found = regress(X, Y);
  const double error = rmse_on(found, {.X = X_new, .Y = Y_new});
  EXPECT_GT(found.held_out_rmse(0), 0.5 * error);
  EXPECT_LT(found.held_out_rmse(0), 2 * error);
  EXPECT_GT(found.held_out_stderr(0), 0);
}

TEST(Regress, EstimatesTheErrorOfSmallTables) {
  double ratio = 1;
  const int tables = 8;
  for (int k = 0; k < tables; ++k) {
    const auto seed = static_cast<std::uint64_t>(k);
    const Dataset training = curved_table(30, 5, 0.5, 1 + seed), fresh = curved_table(2000, 5, 0.5, 100 + seed);
    const Regression found = regress(training.X, training.Y);
    ratio *= std::pow(found.held_out_rmse(0) / rmse_on(found, fresh), 1.0 / tables);
  }
  EXPECT_GT(ratio, 0.85) << "geometric mean of the estimates relative to the errors";
  EXPECT_LT(ratio, 1.25);
}

TEST(Regress, LearnsALinearModelOnRequest) {
  test::Random random(3);
  const Matrix X = random.gaussian(100, 2), Y = X.col(0) - X.col(1) + 0.5 * random.gaussian(100, 1);
  const Regression found = regress(X, Y, {.linear = true});
  EXPECT_EQ(found.regressor.width(), 0);
  EXPECT_EQ(found.brief(), "regressor: 2 inputs, 1 output, linear");
  EXPECT_THAT(found.verdict(), ::testing::StartsWith("a linear model explains 8"));
  EXPECT_DOUBLE_EQ(found.cross_validation.unit.rmse(0), found.cross_validation.linear.rmse(0));
  EXPECT_FALSE(found.linear_is_sufficient()) << "it is linear already";
  EXPECT_NEAR(found.held_out_rmse(0), 0.5, 0.1);
  const std::vector<Index> order = random.permutation(100);
  EXPECT_TRUE(same_bits(regress(test::rows_of(X, order), test::rows_of(Y, order), {.linear = true}).regressor.W,
                        found.regressor.W));
  EXPECT_EQ(test::message_of<OptionError>([&] { regress(X, Y, {.fast = true, .linear = true}); }),
            "RegressOptions::linear cannot be combined with width, members or fast: a linear model has no networks");
}

TEST(Regress, StatesWhetherALinearModelIsSufficient) {
  const Dataset curved = curved_table(300, 3, 0.3, 1);
  const Regression better = regress(curved.X, curved.Y, {.fast = true});
  EXPECT_THAT(better.verdict(), ::testing::MatchesRegex("explains [89][0-9]% of the variance .± [0-9]+% over folds.; "
                                                        "[0-9]+% lower error than linear regression"));
  EXPECT_THAT(better.full(), ::testing::StartsWith(better.verdict() + "\nregressor: "));
  EXPECT_FALSE(better.linear_is_sufficient());
  test::Random random(3);
  const Matrix X = random.gaussian(100, 2), Y = X.col(0) - X.col(1) + 0.5 * random.gaussian(100, 1);
  const Regression line = regress(X, Y, {.fast = true});
  EXPECT_THAT(line.verdict(), HasSubstr("% over folds); no better than linear regression"));
  EXPECT_TRUE(line.linear_is_sufficient());
  const Regression noise = regress(X, random.gaussian(100, 1), {.fast = true});
  EXPECT_EQ(noise.verdict(), "no better than predicting the mean");
}

TEST(Regress, HasAVerdictForEachTarget) {
  const Dataset data = curved_table(100, 3, 0.3, 1);
  Matrix Y(100, 2);
  Y << data.Y, data.X.col(0);
  const Regression found =
      regress(data.X, Y, {.fast = true, .columns = {.inputs = {"a", "b", "c"}, .targets = {"y", "z"}}});
  EXPECT_THAT(found.verdict(), HasSubstr("'y': explains"));
  EXPECT_THAT(found.verdict(), HasSubstr("\n'z': explains 99"));
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
  EXPECT_EQ(complaint(data.X, Matrix::Constant(20, 1, 3)),
            "column 1 of Y is constant: it is 3 in all 20 rows; select another target");
  EXPECT_EQ(complaint(Matrix::Ones(20, 2), data.Y), "every input column is constant: there is nothing to learn from");
  EXPECT_EQ(complaint(data.X.topRows(1), data.Y.topRows(1)), "the table has 1 row, but at least 2 are required");
  EXPECT_EQ(complaint(data.X, data.Y.topRows(3)), "X has 20 rows, Y has 3");
  Matrix broken = data.X;
  broken(4, 1) = NAN;
  EXPECT_THAT(complaint(broken, data.Y), HasSubstr("X is NaN in row 5, column 2"));
  EXPECT_EQ(test::message_of<OptionError>([&] { regress(data.X, data.Y, {.members = -1}); }),
            "RegressOptions::members = -1, expected a value of at least 0");
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

/// Expects finite predictions, also for inputs far outside the training range; those of networks are in the range of the
/// target. Linear models extrapolate by at most a standard deviation of each input.
void expect_finite_predictions_in_range(const Matrix& X, const Matrix& Y) {
  const std::vector<RegressOptions> all_options = {{}, {.members = 1}, {.fast = true}, {.linear = true}};
  for (const RegressOptions& options : all_options) {
    const Regressor regressor = regress(X, Y, options).regressor;
    EXPECT_NO_THROW(validate(regressor));
    for (const double factor : {1.0, -1e30, 1e100}) {
      const Matrix predicted = predict(regressor, Matrix(factor * X));
      ASSERT_TRUE(predicted.allFinite());
      if (options.linear) continue;
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
    const Regression found = regress(X, Y);
    const Matrix predicted = predict(found.regressor, X);
    ASSERT_TRUE(predicted.allFinite());
    EXPECT_GT(score(predicted, Y).r2(0), 0.9) << scale;
    EXPECT_GT(found.held_out_rmse(0) / found.target_std(0), 0.1);
    EXPECT_LT(found.held_out_rmse(0) / found.target_std(0), 1);
    EXPECT_GT(found.held_out_stderr(0), 0);
    EXPECT_TRUE(found.cross_validation.r2_std.allFinite());
  }
}

TEST(Regress, ExtrapolatesLinearTablesExactly) {
  test::Random random(5);
  const Matrix X = random.uniform(40, 2, -1, 1), beyond = 1.2 * X;
  const Vector slopes{{2, -3}};
  const Regression found = regress(X, Matrix(X * slopes), {.linear = true, .folds = 5});
  EXPECT_LT((predict(found.regressor, beyond) - beyond * slopes).cwiseAbs().maxCoeff(), 1e-5);
  EXPECT_LT(found.cross_validation.linear.rmse(0), 1e-5);
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
  const Matrix X_copies = two.X.replicate(30, 1), Y_copies = two.Y.replicate(30, 1);
  EXPECT_TRUE(regress(X_copies, Y_copies).held_out_rmse.hasNaN());
  Dataset twenty = curved_table(20, 3, 0.1, 2);
  twenty.X = Matrix(twenty.X.leftCols(1));
  expect_finite_predictions_in_range(twenty.X, twenty.Y);
  expect_finite_predictions_in_range(twenty.X.replicate(2, 1), twenty.Y.replicate(2, 1));
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
  EXPECT_EQ(Regression{}.verdict(), "");
}

}  // namespace
}  // namespace resunit
