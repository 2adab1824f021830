// SPDX-License-Identifier: BSD-3-Clause
// Noise that grows with |x|: detection, the estimate of its growth, and the weighted fit.
#include "noise/inference/growing_noise.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "noise/world.hpp"
#include "resunit/metrics.hpp"
#include "support/random.hpp"

namespace resunit {
namespace {

using test::draw_world;
using test::fit_noisy;
using test::total_error;
using test::World;

struct GrowthOptions {
  Index d = 6, n = 400;
  double sigma = 0.3;
  double power = 1;
  std::uint64_t seed = 1;
};

/// Noise of standard deviation sigma (|x| / sqrt d)^power.
World world_with_growing_noise(const GrowthOptions& o) {
  World world = draw_world({.d = o.d, .n = o.n, .sigma = 0, .seed = o.seed});
  const Vector sizes = world.data.X.rowwise().norm() / std::sqrt(static_cast<double>(o.d));
  const Matrix noise = o.sigma * test::Random(o.seed + 70).gaussian(o.n, o.d);
  world.data.Y += sizes.array().pow(o.power).matrix().asDiagonal() * noise;
  return world;
}

TEST(GrowingNoise, RanksTiesByTheirMean) {
  EXPECT_NEAR(rank_correlation(Vector{{1, 2, 2, 9}}, Vector{{0, 5, 5, 7}}), 1, 1e-15);
  EXPECT_NEAR(rank_correlation(Vector{{3, 2, 1}}, Vector{{10, 20, 300}}), -1, 1e-15);
  EXPECT_EQ(rank_correlation(Vector{{1, 1, 1}}, Vector{{1, 2, 3}}), 0);
}

TEST(GrowingNoise, EstimatesShareAndPower) {
  const Index n = 20000, m = 3;
  test::Random random(4);
  const Matrix X = random.gaussian(n, 4);
  const Matrix noise = random.gaussian(n, m);
  for (const double share : {0.3, 0.9})
    for (const double power : {1.0, 2.0}) {
      const Vector sizes = X.rowwise().norm().array().pow(2 * power);
      const Vector variances = (1 - share + share * sizes.array() / sizes.mean()).matrix();
      const Matrix E = variances.cwiseSqrt().asDiagonal() * noise;
      const NoiseGrowth growth = find_noise_growth(X, E.rowwise().squaredNorm());
      EXPECT_TRUE(growth.detected);
      EXPECT_EQ(growth.power, power);
      EXPECT_NEAR(growth.share, share, 0.05);
      EXPECT_LT((noise_levels(growth, X) - variances.cwiseSqrt()).norm(), 0.03 * std::sqrt(n));
    }
}

TEST(GrowingNoise, IgnoresConstantInputs) {
  test::Random random(4);
  Matrix X = random.gaussian(500, 3);
  X.col(1).setOnes();
  const Vector squares = random.gaussian(500, 1).cwiseAbs2().cwiseProduct(X.col(0).cwiseAbs2() + X.col(2).cwiseAbs2());
  const NoiseGrowth growth = find_noise_growth(X, squares);
  EXPECT_TRUE(growth.detected);
  EXPECT_EQ(growth.input_weight(1), 0);
}

TEST(GrowingNoise, IsNotDetectedIfTheNoiseIsHomoscedastic) {
  for (std::uint64_t seed = 1; seed <= 12; ++seed) {
    const World world = draw_world({.d = 4, .n = 100, .sigma = 0.5, .seed = seed});
    const NoiseGrowth& growth = fit_noisy(world.data).uncertainty.noise_growth;
    EXPECT_FALSE(growth.detected || growth.weighted) << seed;
    EXPECT_GT(growth.p_value, 1e-4);
  }
}

TEST(GrowingNoise, IsWeightedAndNoLackOfFit) {
  double inside = 0, weighted = 0, plain = 0;
  for (std::uint64_t seed = 1; seed <= 10; ++seed) {
    const World world = world_with_growing_noise({.seed = seed});
    const Fit fit = fit_noisy(world.data);
    EXPECT_EQ(fit.status, FitStatus::solved) << fit.reason;
    const Uncertainty& noise = fit.uncertainty;
    EXPECT_TRUE(noise.noise_growth.detected && noise.noise_growth.weighted);
    EXPECT_GT(noise.noise_growth.share, 0.5);
    EXPECT_NEAR(noise.noise_std, 0.3 * world.data.X.norm() / std::sqrt(400 * 6.0), 0.04);
    EXPECT_NEAR(fit.training_loss, (world.data.Y - predict(fit.unit, world.data.X)).squaredNorm() / 800, 1e-9);
    EXPECT_THAT(fit.full(),
                testing::HasSubstr("the noise grows with |x|, and the samples were weighted by 1/sigma(|x|)"));
    inside += ((fit.unit.A - world.truth.A).array().abs() <= 1.96 * noise.A_stderr.array()).cast<double>().mean() / 10;
    weighted += total_error(fit, world.truth);
    plain += total_error(fit_noisy(world.data, {.noise = {.reweight = false}}), world.truth);
  }
  EXPECT_NEAR(inside, 0.95, 0.025);
  EXPECT_LT(weighted, 0.9 * plain);
}

TEST(GrowingNoise, IsOnlyReportedWithoutReweighting) {
  const Fit fit = fit_noisy(world_with_growing_noise({.power = 2}).data, {.noise = {.reweight = false}});
  EXPECT_TRUE(fit.uncertainty.noise_growth.detected);
  EXPECT_FALSE(fit.uncertainty.noise_growth.weighted);
  EXPECT_THAT(fit.warnings, testing::Contains(testing::HasSubstr("the noise grows with |x|")));
}

TEST(GrowingNoise, DoesNotHideALackOfFit) {
  World world = world_with_growing_noise({.seed = 2});
  world.data.Y += 0.5 * world.data.X.cwiseAbs2() * world.truth.B.transpose();
  EXPECT_EQ(fit_noisy(world.data).status, FitStatus::suspect);
}

TEST(GrowingNoise, OfLinearOutputsIsDetected) {
  World world = world_with_growing_noise({.seed = 3});
  const Matrix noise = world.data.Y - predict(world.truth, world.data.X);
  world.data.Y = world.data.X * world.truth.B.transpose() + noise;
  const Fit fit = fit_noisy(world.data);
  EXPECT_TRUE(fit.uncertainty.lack_of_fit.linear);
  EXPECT_TRUE(fit.uncertainty.noise_growth.weighted);
}

TEST(GrowingNoise, IsEquivariantUnderScaling) {
  const World world = world_with_growing_noise({.d = 4, .n = 300});
  const Fit plain = fit_noisy(world.data);
  const Vector scales{{1e6, 1e-6, 1, 1e3}};
  const Fit fit = fit_noisy(Dataset{.X = world.data.X * scales.asDiagonal(), .Y = 1e-9 * world.data.Y});
  const Matrix A = scales.cwiseInverse().asDiagonal() * fit.unit.A * scales.asDiagonal();
  EXPECT_LT(relative_error(A, plain.unit.A), 1e-5);
  EXPECT_NEAR(fit.uncertainty.noise_growth.share, plain.uncertainty.noise_growth.share, 1e-5);
}

}  // namespace
}  // namespace resunit
