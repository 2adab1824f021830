// SPDX-License-Identifier: BSD-3-Clause
// The whole method: it reaches the loss of the oracle for any signs, scales and threads, and reports when it cannot.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <tuple>

#include "model/random.hpp"
#include "noise/world.hpp"
#include "resunit/error.hpp"
#include "resunit/intervals.hpp"
#include "resunit/metrics.hpp"
#include "support/bits.hpp"
#include "support/message_of.hpp"

namespace resunit {
namespace {

using test::draw_world;
using test::fit_noisy;
using test::World;

class Cells : public testing::TestWithParam<test::WorldOptions> {};
INSTANTIATE_TEST_SUITE_P(Noisy, Cells,
                         testing::Values(test::WorldOptions{.d = 6, .n = 256, .sigma = 0.05, .negative = 0},
                                         test::WorldOptions{.d = 6, .n = 256, .sigma = 1, .negative = 0.5},
                                         test::WorldOptions{.d = 8, .n = 256, .sigma = 0.5, .negative = 1},
                                         test::WorldOptions{.d = 8, .n = 256, .m = 32, .sigma = 1, .negative = 0.3},
                                         test::WorldOptions{.d = 10, .n = 512, .m = 14, .sigma = 0.5, .negative = 0.5},
                                         test::WorldOptions{.d = 16, .n = 512, .sigma = 0.5, .negative = 0.3}));

TEST_P(Cells, ReachTheLossOfTheOracle) {
  for (std::uint64_t seed = 1; seed <= 3; ++seed) {
    test::WorldOptions options = GetParam();
    options.seed = seed;
    const World world = draw_world(options);
    const Fit fit = fit_noisy(world.data, {.seed = seed, .noise = {.reweight = false}});
    EXPECT_LE(fit.training_loss, 1.001 * oracle_loss(world)) << "seed " << seed;
    EXPECT_NEAR(fit.uncertainty.noise_std, options.sigma, 0.1 * options.sigma);
    EXPECT_FALSE(fit.uncertainty.lack_of_fit.misfit);
  }
}

TEST(Noisy, ReachesTheLossOfTheOracleForManyInputs) {
  const World world = draw_world({.d = 32, .n = 768, .sigma = 0.5});
  EXPECT_LE(fit_noisy(world.data).training_loss, 1.001 * oracle_loss(world));
}

TEST(Noisy, IsExactWithoutNoise) {
  for (const double negative : {0.0, 0.5, 1.0}) {
    const World world = draw_world({.d = 6, .n = 200, .m = 8, .sigma = 0, .negative = negative});
    const Fit fit = fit_noisy(world.data);
    EXPECT_EQ(fit.status, FitStatus::solved);
    EXPECT_LT(relative_error(fit.unit.A, world.truth.A), 1e-12);
    EXPECT_LT(relative_error(fit.unit.B, world.truth.B), 1e-12);
  }
}

TEST(Noisy, DoubtsRowsWithSamplesOnOneSideOfTheKinkOnly) {
  test::Random random(2);
  Matrix A = random.gaussian(6, 6);
  A.row(1) << 2, 2, 2, 2, 2, -2;  // positive on almost all of [0, 1]^6
  const Matrix X = random.uniform(400, 6, 0, 1), B = random.gaussian(6, 6);
  const Matrix Y = predict(Unit{.A = A, .B = B}, X) + 0.1 * random.gaussian(400, 6);
  const Fit fit = fit_noisy({.X = X, .Y = Y});
  EXPECT_FALSE(fit.uncertainty.lack_of_fit.linear);
  EXPECT_EQ(fit.status, FitStatus::suspect) << fit.full();
  EXPECT_THAT(fit.full(), testing::HasSubstr("on one side of the kink"));
  EXPECT_EQ(fit_noisy(draw_world({.d = 6, .n = 256, .sigma = 0.3, .negative = 0.5}).data).status, FitStatus::solved);
}

TEST(Noisy, RobustFitsAreSuspectAboveTheExpectedBound) {
  // A local minimum: the true unit has 0.98 times the bound, the fit 1.01 times.
  const Unit teacher = draw_teacher({.inputs = 4, .negative = 0.5, .seed = 3});
  const Dataset data = draw_samples(
      teacher, {.samples = 400, .noise = 0.1, .distribution = InputDistribution::gaussian, .mean = 2, .seed = 3});
  const Fit fit = fit_noisy(data, {.noise = {.robust = true}});
  EXPECT_EQ(fit.status, weight_errors(fit.unit, teacher).layer1 > 0.5 ? FitStatus::suspect : FitStatus::solved)
      << fit.full();
}

TEST(Noisy, IsEquivariantUnderScalingOfInputsAndOutputs) {
  const World world = draw_world({.d = 5, .n = 200, .sigma = 0.3});
  const Fit plain = fit_noisy(world.data);
  const Vector scales{{1e6, 1e-6, 1, 1e3, 1e-2}};
  for (const double output : {1e9, 1e-9}) {
    const Dataset scaled{.X = world.data.X * scales.asDiagonal(), .Y = output * world.data.Y};
    const Fit fit = fit_noisy(scaled);
    const Matrix A = scales.cwiseInverse().asDiagonal() * fit.unit.A * scales.asDiagonal();
    const Matrix A_stderr = scales.cwiseInverse().asDiagonal() * fit.uncertainty.A_stderr * scales.asDiagonal();
    EXPECT_LT(relative_error(A, plain.unit.A), 1e-5);
    EXPECT_LT(relative_error(A_stderr, plain.uncertainty.A_stderr), 1e-4);
    EXPECT_NEAR(fit.training_loss / (output * output), plain.training_loss, 1e-8 * plain.training_loss);
    EXPECT_NEAR(fit.uncertainty.noise_std / output, plain.uncertainty.noise_std, 1e-6 * plain.uncertainty.noise_std);
    const Matrix unscaled_stderr = prediction_stderr(fit, scaled.X) / output;
    EXPECT_LT(relative_error(unscaled_stderr, prediction_stderr(plain, world.data.X)), 1e-4);
  }
}

TEST(Noisy, HasTheSameBitsForAnyNumberOfThreads) {
  const World world = draw_world({.d = 6, .n = 150, .sigma = 1});
  const Fit one = fit_noisy(world.data, {.threads = 1});
  for (const int threads : {2, 3}) {
    const Fit fit = fit_noisy(world.data, {.threads = threads});
    EXPECT_TRUE(test::same_bits(fit.unit.A, one.unit.A));
    EXPECT_TRUE(test::same_bits(fit.unit.B, one.unit.B));
    EXPECT_TRUE(test::same_bits(fit.uncertainty.A_stderr, one.uncertainty.A_stderr));
  }
}

TEST(Noisy, SkipsTheSearchForAGoodStart) {
  const World world = draw_world({.d = 8, .n = 400, .sigma = 0.2});
  const Fit fit = fit_noisy(world.data, {.start = world.truth});
  EXPECT_LE(fit.training_loss, 1.0001 * oracle_loss(world));
  for (const auto& [stage, seconds] : fit.seconds) EXPECT_NE(stage, "lines");
}

TEST(Noisy, ToleratesABadStart) {
  const World world = draw_world({.d = 6, .n = 300, .sigma = 0.2});
  const Unit wrong = draw_teacher({.inputs = 6, .seed = 77});
  EXPECT_LE(fit_noisy(world.data, {.start = wrong}).training_loss, 1.001 * oracle_loss(world));
}

TEST(Noisy, SupportsOneAndTwoInputs) {
  for (const Index d : {1, 2})
    for (const Index m : {d, 4 * d}) {
      const World world = draw_world({.d = d, .n = 100, .m = m, .sigma = 0.1, .negative = 0});
      const Fit fit = fit_noisy(world.data);
      EXPECT_TRUE(fit.usable());
      EXPECT_LE(fit.training_loss, 1.001 * oracle_loss(world));
      EXPECT_TRUE(fit.unit.A.allFinite() && fit.uncertainty.A_stderr.allFinite() &&
                  fit.uncertainty.B_stderr.allFinite());
    }
}

TEST(Noisy, RejectsTooFewSamples) {
  const World world = draw_world({.d = 6, .n = 35});
  const Fit fit = fit_noisy(world.data);
  EXPECT_EQ(fit.status, FitStatus::too_few_samples);
  EXPECT_NE(fit.reason.find("at least 36"), std::string::npos);
  EXPECT_EQ(fit.unit.A.size(), 0);
}

TEST(Noisy, SuspectsRepeatedInputs) {
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    const World few = draw_world({.d = 3, .n = 6, .m = 4, .sigma = 0, .seed = seed});
    Dataset data{few.data.X.replicate(20, 1), few.data.Y.replicate(20, 1)};
    Random random(seed, Stream::noise);
    data.Y += 0.02 * gaussian(data.Y.rows(), data.Y.cols(), random);
    const Fit fit = fit_noisy(data);
    EXPECT_EQ(fit.status, FitStatus::suspect) << seed;
    EXPECT_NE(fit.reason.find("only 6 distinct directions of x, at least 18 are required"), std::string::npos)
        << fit.reason;
    EXPECT_EQ(fit.uncertainty.A_stderr.size(), 0) << "no standard errors that could be mistaken for an accuracy";
  }
}

TEST(Noisy, RejectsDependentColumns) {
  World world = draw_world({.d = 4, .n = 100});
  world.data.X.col(2) = world.data.X.col(0);
  EXPECT_EQ(fit_noisy(world.data).status, FitStatus::rank_deficient);
  world.data.X.col(2).setZero();
  EXPECT_EQ(fit_noisy(world.data).status, FitStatus::rank_deficient);
}

TEST(Noisy, ReturnsZeroWeightsForZeroOutputs) {
  World world = draw_world({.d = 3, .n = 60});
  world.data.Y.setZero();
  const Fit fit = fit_noisy(world.data);
  EXPECT_TRUE(fit.uncertainty.lack_of_fit.linear);
  EXPECT_TRUE(fit.unit.A.isZero(0) && fit.unit.B.isZero(0));
}

TEST(Noisy, ReturnsFiniteWeightsForRepeatedOutputsAndSamples) {
  World world = draw_world({.d = 4, .n = 120, .m = 6});
  world.data.Y.col(5) = world.data.Y.col(4);
  world.data.X.bottomRows(60) = world.data.X.topRows(60).eval();
  const Fit fit = fit_noisy(world.data);
  EXPECT_TRUE(fit.unit.A.allFinite() && fit.unit.B.allFinite());
}

TEST(Noisy, IsInsensitiveToTheScalesOfTheOutputs) {
  World world = draw_world({.d = 4, .n = 200, .sigma = 0.1});
  const Fit plain = fit_noisy(world.data);
  const Vector scales{{1e-6, 1, 1e3, 1e7}};
  world.data.Y = world.data.Y * scales.asDiagonal();
  const Fit fit = fit_noisy(world.data);
  EXPECT_EQ(fit.status, FitStatus::solved) << fit.reason;
  EXPECT_LE(relative_error(fit.unit.A, world.truth.A), 1.5 * relative_error(plain.unit.A, world.truth.A));
  EXPECT_LE(relative_error(Matrix(scales.cwiseInverse().asDiagonal() * fit.unit.B), world.truth.B), 0.1);
  for (Index l = 0; l < 4; ++l) EXPECT_NEAR(std::sqrt(fit.uncertainty.noise_covariance(l, l)) / scales(l), 0.1, 0.03);
  EXPECT_LE((fit.uncertainty.A_stderr - plain.uncertainty.A_stderr).norm(), 0.3 * plain.uncertainty.A_stderr.norm());
}

TEST(Noisy, SearchesAgainUnderHeteroscedasticNoise) {
  World world = draw_world({.d = 4, .n = 300, .sigma = 0.05, .seed = 3});
  Random random(3, Stream::noise);
  world.data.Y.col(1) += 15 * gaussian(300, 1, random);
  const Fit fit = fit_noisy(world.data);
  EXPECT_TRUE(fit.uncertainty.reweighted);
  EXPECT_EQ(fit.status, FitStatus::solved) << fit.reason;
  EXPECT_LE(relative_error(fit.unit.A, world.truth.A), 0.1);
}

TEST(Noisy, RobustSearchToleratesLargeOutliers) {
  World world = draw_world({.d = 4, .n = 300, .sigma = 0.1, .seed = 2});
  Random random(2, Stream::noise);
  for (Index i = 0; i < 300; i += 20) world.data.Y.row(i) += 100 * gaussian(1, 4, random).row(0);
  const Fit fit = fit_noisy(world.data, {.noise = {.robust = true}});
  EXPECT_LE(relative_error(fit.unit.A, world.truth.A), 0.05);
  EXPECT_NEAR(fit.uncertainty.noise_std, 0.1, 0.05) << "outliers are not noise";
}

TEST(Noisy, RobustStandardErrorsAreValidWithAlmostNoNoise) {
  double inside = 0;
  for (std::uint64_t seed = 1; seed <= 4; ++seed) {
    World world = draw_world({.d = 4, .n = 300, .sigma = 1e-5, .seed = seed});
    Random random(seed, Stream::noise);
    for (Index i = 0; i < 300; i += 20) world.data.Y.row(i) += 10 * gaussian(1, 4, random).row(0);
    const Fit fit = fit_noisy(world.data, {.noise = {.robust = true}});
    inside += ((fit.unit.A - world.truth.A).array().abs() <= 1.96 * fit.uncertainty.A_stderr.array()).count();
  }
  EXPECT_GT(inside, 0.85 * 4 * 16);
}

TEST(Noisy, StatesWhyThereAreNoStandardErrors) {
  const World world = draw_world({.d = 3, .n = 100});
  EXPECT_THAT(
      fit_noisy(world.data, {.noise = {.largest_covariance = 8}}).warnings,
      testing::Contains(testing::HasSubstr("layer 1 has 9 weights, above option largest-covariance = 8; set it to 9")));
  EXPECT_TRUE(fit_noisy(world.data, {.noise = {.largest_covariance = 0}}).warnings.empty());
}

TEST(Noisy, RequiresMoreSamplesThanOutputs) {
  const Unit teacher = draw_teacher({.inputs = 3, .outputs = 60, .seed = 1});
  const Dataset data = draw_samples(teacher, {.samples = 60, .noise = 0.1, .seed = 2});
  EXPECT_EQ(fit_noisy(data).status, FitStatus::too_few_samples);
}

TEST(Noisy, RejectsInvalidOptionsAndFits) {
  const World world = draw_world({.d = 3, .n = 60});
  EXPECT_THROW(fit_noisy(world.data, {.noise = {.restarts = -1}}), OptionError);
  EXPECT_THROW(fit_noisy(world.data, {.start = draw_teacher({.inputs = 4})}), OptionError);
  EXPECT_THROW(prediction_stderr(Fit{.unit = world.truth}, world.data.X), DataError);
}

TEST(Noisy, SupportsTinyOutputs) {
  World world = draw_world({.d = 4, .n = 200, .sigma = 0.1});
  world.data.Y.col(0) *= 100;
  const Fit plain = fit_noisy(world.data);
  const double tiny = std::ldexp(1.0, -580);
  world.data.Y *= tiny;
  const Fit fit = fit_noisy(world.data);
  EXPECT_LE(relative_error(fit.unit.A, plain.unit.A), 1e-6);
  EXPECT_NEAR(fit.uncertainty.noise_std / tiny, plain.uncertainty.noise_std, 1e-6 * plain.uncertainty.noise_std);
}

TEST(Noisy, RoundingErrorsAreNotALackOfFit) {
  for (std::uint64_t seed = 1; seed <= 4; ++seed) {
    const Fit fit = fit_noisy(draw_world({.d = 8, .n = 512, .sigma = 0, .seed = seed}).data);
    EXPECT_EQ(fit.status, FitStatus::solved) << fit.reason;
    EXPECT_FALSE(fit.uncertainty.lack_of_fit.misfit);
  }
}

TEST(Noisy, ReportsStandardErrorsForDuplicateOutputs) {
  World world = draw_world({.d = 4, .n = 200, .sigma = 0.1});
  const Fit plain = fit_noisy(world.data);
  Matrix twice(200, 8);
  twice << world.data.Y, world.data.Y;
  const Fit fit = fit_noisy(Dataset{world.data.X, twice});
  ASSERT_EQ(fit.uncertainty.A_stderr.size(), 16);
  EXPECT_LE((fit.uncertainty.A_stderr - plain.uncertainty.A_stderr).norm(), 0.2 * plain.uncertainty.A_stderr.norm());
}

TEST(Noisy, ReportsRowsWhoseInputIsBelowTheNoise) {
  World world = draw_world({.d = 4, .n = 300, .sigma = 0.1});
  EXPECT_TRUE(fit_noisy(world.data).warnings.empty());
  Unit unit = world.truth;
  unit.A.row(1) *= 1e3;
  unit.B.col(1) /= 1e3;
  const Dataset data = draw_samples(unit, {.samples = 300, .noise = 0.1, .seed = 9});
  EXPECT_THAT(fit_noisy(data).warnings,
              testing::Contains(testing::HasSubstr("row 2: the contribution of x_j is close to the noise level")));
}

}  // namespace
}  // namespace resunit
