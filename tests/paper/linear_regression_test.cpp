// SPDX-License-Identifier: BSD-3-Clause
#include "paper/linear_regression.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "resunit/metrics.hpp"
#include "resunit/synthetic.hpp"
#include "support/random.hpp"

namespace resunit {
namespace {

Dataset gaussian_samples(const Unit& unit, Index n, std::uint64_t seed) {
  return draw_samples(unit, {.samples = n, .distribution = InputDistribution::gaussian, .seed = seed});
}

/// `per_sign` all-negative inputs, then as many all-positive ones.
Matrix one_signed_inputs(Index per_sign, Index d, std::uint64_t seed) {
  Matrix X = test::Random(seed).gaussian(2 * per_sign, d).cwiseAbs();
  X.topRows(per_sign) *= -1;
  return X;
}

Fit learn(const Matrix& X, const Matrix& Y) {
  return learn_by_linear_regression(Samples{X, Y}, {});
}

TEST(LinearRegression, RecoversAUnitWithNonnegativeLayerOne) {
  for (std::uint64_t seed = 0; seed < 20; ++seed)
    for (const Index d : {1, 2, 4})
      for (const Index m : {d, d + 3}) {
        const Unit teacher = draw_teacher({.inputs = d, .outputs = m, .condition = d > 1 ? 10.0 : 1.0, .seed = seed});
        const Dataset data = gaussian_samples(teacher, 2000, seed);
        const Fit fit = learn_by_linear_regression(data, {});
        ASSERT_EQ(fit.status, FitStatus::solved) << fit.reason;
        const WeightErrors errors = weight_errors(fit.unit, teacher);
        EXPECT_LE(errors.layer1, 1e-10);
        EXPECT_LE(errors.layer2, 1e-10);
        EXPECT_LE(fit.training_loss, 1e-20 * data.Y.squaredNorm());
      }
}

TEST(LinearRegression, RequiresNoMoreThanDSamplesOfEachSign) {
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    const Unit teacher = draw_teacher({.inputs = 8, .condition = 10, .seed = seed});
    const Matrix X = one_signed_inputs(8, 8, seed);
    const Fit fit = learn(X, predict(teacher, X));
    ASSERT_EQ(fit.status, FitStatus::solved) << fit.reason;
    EXPECT_LE(weight_errors(fit.unit, teacher).layer1, 1e-10);
    EXPECT_EQ(fit.reason, "regressions on 8 all-negative and 8 all-positive inputs");
  }
}

TEST(LinearRegression, ReportsHowManySamplesOfASignAreMissing) {
  const Unit teacher = draw_teacher({.inputs = 8});
  Matrix X = one_signed_inputs(8, 8, 1);
  X.col(0).segment(3, 5) *= -1;
  const Fit without_negative = learn(X, predict(teacher, X));
  EXPECT_EQ(without_negative.status, FitStatus::too_few_one_signed);
  EXPECT_EQ(without_negative.reason,
            "only 3 all-negative inputs in the first half of the samples, at least 8 are required");

  X = one_signed_inputs(8, 8, 1);
  X(10, 7) = 0;
  const Fit without_positive = learn(X, predict(teacher, X));
  EXPECT_EQ(without_positive.status, FitStatus::too_few_one_signed);
  EXPECT_EQ(without_positive.reason,
            "only 7 all-positive inputs in the second half of the samples, at least 8 are required")
      << "zero has no sign";
}

TEST(LinearRegression, SearchesEachSignInItsOwnHalf) {
  const Unit teacher = draw_teacher({.inputs = 2});
  const Matrix negative_first = one_signed_inputs(5, 2, 1);
  Matrix X = -negative_first;
  EXPECT_EQ(learn(X, predict(teacher, X)).reason,
            "only 0 all-negative inputs in the first half of the samples, at least 2 are required");
  X << negative_first.middleRows(3, 5), negative_first.topRows(5);  // both signs first, then negative ones only
  EXPECT_EQ(learn(X, predict(teacher, X)).reason,
            "only 0 all-positive inputs in the second half of the samples, at least 2 are required");
}

TEST(LinearRegression, AssignsTheMiddleSampleToTheSecondHalf) {
  const Unit teacher = draw_teacher({.inputs = 1});
  const Matrix X = one_signed_inputs(2, 1, 1).middleRows(1, 3);  // one negative, two positive inputs
  EXPECT_EQ(learn(X, predict(teacher, X)).reason, "regressions on 1 all-negative and 2 all-positive inputs");
}

TEST(LinearRegression, ReportsDependentInputs) {
  const Unit teacher = draw_teacher({.inputs = 3});
  Matrix X = one_signed_inputs(6, 3, 1);
  X.col(2).head(6) = X.col(0).head(6) + X.col(1).head(6);
  const Fit negative = learn(X, predict(teacher, X));
  EXPECT_EQ(negative.status, FitStatus::rank_deficient);
  EXPECT_EQ(negative.reason, "the 6 all-negative inputs have rank 2, below d = 3");

  X = one_signed_inputs(6, 3, 1);
  X.bottomRows(6).colwise() = X.col(0).tail(6).eval();
  const Fit positive = learn(X, predict(teacher, X));
  EXPECT_EQ(positive.status, FitStatus::rank_deficient);
  EXPECT_EQ(positive.reason, "the 6 all-positive inputs have rank 1, below d = 3");
}

TEST(LinearRegression, ReportsALayerTwoWithoutLeftInverse) {
  Unit teacher = draw_teacher({.inputs = 3, .outputs = 5});
  teacher.B.col(1) = 2 * teacher.B.col(0);
  const Matrix X = one_signed_inputs(9, 3, 1);
  const Fit fit = learn(X, predict(teacher, X));
  EXPECT_EQ(fit.status, FitStatus::rank_deficient);
  EXPECT_EQ(fit.reason, "layer 2 has rank 2, below d = 3");
}

TEST(LinearRegression, ReturnsNoUnitOnFailure) {
  const Fit fit = learn(Matrix::Ones(4, 2), Matrix::Ones(4, 2));
  EXPECT_EQ(fit.method, Method::lr);
  EXPECT_EQ(fit.unit.A.size() + fit.unit.B.size(), 0);
  ASSERT_EQ(fit.seconds.size(), 1u);
  EXPECT_EQ(fit.seconds[0].first, "lr");
}

TEST(LinearRegression, WarnsAboutNegativeEntriesInLayerOne) {
  Unit teacher = draw_teacher({.inputs = 3, .condition = 5});
  const Matrix X = one_signed_inputs(9, 3, 1);
  EXPECT_TRUE(learn(X, predict(teacher, X)).warnings.empty());
  teacher.A(1, 1) = -1e-3;  // row 2 stays one-signed on one-signed inputs, so that the weights are still exact
  const Matrix pattern = X * teacher.A.transpose();
  ASSERT_TRUE((pattern.topRows(9).array() < 0).all() && (pattern.bottomRows(9).array() > 0).all());
  const Fit fit = learn(X, predict(teacher, X));
  ASSERT_EQ(fit.warnings.size(), 1u);
  EXPECT_NE(fit.warnings[0].find("layer 1 has an entry of -0.001"), std::string::npos) << fit.warnings[0];
  EXPECT_LE(weight_errors(fit.unit, teacher).layer1, 1e-10);
}

TEST(LinearRegression, IsBiasedIfLayerOneHasNegativeEntries) {
  const Unit teacher = draw_teacher({.inputs = 4, .negative = 0.5});
  const Dataset data = gaussian_samples(teacher, 4000, 1);
  const Fit fit = learn_by_linear_regression(data, {});
  ASSERT_EQ(fit.status, FitStatus::solved);
  EXPECT_GT(weight_errors(fit.unit, teacher).layer2, 0.1);
  EXPECT_GT(fit.training_loss, 1e-3);
}

TEST(LinearRegression, ApproachesTheTruthUnderNoiseAsSamplesGrow) {
  const Unit teacher = draw_teacher({.inputs = 3, .condition = 3});
  const auto error = [&](Index n) {
    const Dataset data =
        draw_samples(teacher, {.samples = n, .noise = 0.1, .distribution = InputDistribution::gaussian});
    return weight_errors(learn_by_linear_regression(data, {}).unit, teacher).layer2;
  };
  EXPECT_LT(error(100'000), 0.3 * error(1'000));
}

}  // namespace
}  // namespace resunit
