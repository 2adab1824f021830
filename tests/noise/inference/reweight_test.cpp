// SPDX-License-Identifier: BSD-3-Clause
// Noise that is heteroscedastic, correlated or heavy-tailed.
#include "noise/inference/reweight.hpp"

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

/// Samples without noise, and homoscedastic noise for the tests to transform.
struct WorldAndNoise {
  World world;
  Matrix noise;
};
WorldAndNoise world_and_noise(std::uint64_t seed) {
  World world = draw_world({.d = 6, .n = 400, .sigma = 0, .seed = seed});
  Matrix noise = 0.3 * test::Random(seed + 50).gaussian(400, 6);
  return {std::move(world), std::move(noise)};
}

TEST(Reweight, HelpsUnderUnequalVariances) {
  double plain = 0, weighted = 0;
  for (std::uint64_t seed = 1; seed <= 5; ++seed) {
    auto [world, noise] = world_and_noise(seed);
    for (Index l = 0; l < 6; ++l) noise.col(l) *= 0.2 * std::pow(10.0, static_cast<double>(l) / 5);
    world.data.Y += noise;
    const Fit fit = fit_noisy(world.data);
    EXPECT_TRUE(fit.uncertainty.reweighted);
    EXPECT_NEAR(fit.uncertainty.noise_covariance(5, 5), 0.36, 0.09);
    weighted += total_error(fit, world.truth);
    plain += total_error(fit_noisy(world.data, {.noise = {.reweight = false}}), world.truth);
  }
  EXPECT_LT(weighted, 0.7 * plain);
}

TEST(Reweight, HelpsUnderCorrelatedNoise) {
  auto [world, noise] = world_and_noise(3);
  const Vector common = noise.col(0);
  world.data.Y += 0.3 * noise + common * Eigen::RowVectorXd::Ones(6);
  const Fit fit = fit_noisy(world.data);
  EXPECT_TRUE(fit.uncertainty.reweighted);
  EXPECT_LT(total_error(fit, world.truth),
            total_error(fit_noisy(world.data, {.noise = {.reweight = false}}), world.truth));
}

TEST(Reweight, DoesNotWeightHomoscedasticNoise) {
  int weighted = 0;
  for (std::uint64_t seed = 1; seed <= 8; ++seed) {
    auto [world, noise] = world_and_noise(seed);
    world.data.Y += noise;
    weighted += fit_noisy(world.data).uncertainty.reweighted;
  }
  EXPECT_EQ(weighted, 0);
}

TEST(Huber, HelpsUnderOutliers) {
  double plain = 0, robust = 0;
  for (std::uint64_t seed = 1; seed <= 4; ++seed) {
    auto [world, noise] = world_and_noise(seed);
    test::Random random(seed + 90);
    for (Index i = 0; i < noise.rows(); ++i)
      if (random.uniform(0, 1) < 0.05) noise.row(i) *= 10;
    world.data.Y += noise;
    robust += total_error(fit_noisy(world.data, {.noise = {.robust = true}}), world.truth);
    plain += total_error(fit_noisy(world.data, {.noise = {.reweight = false}}), world.truth);
  }
  EXPECT_LT(robust, 0.5 * plain);
}

TEST(Reweight, DetectsNoiseThatIsHomoscedasticInTheOriginalScales) {
  for (std::uint64_t seed = 1; seed <= 5; ++seed) {
    auto [world, noise] = world_and_noise(seed);
    const Vector sizes{{1, 1, 30, 1000, 1, 300}};  // large outputs with noise of equal variance
    world.truth.B = sizes.asDiagonal() * world.truth.B;
    world.data.Y = world.data.Y * sizes.asDiagonal();
    world.data.Y += noise;
    const Fit fit = fit_noisy(world.data);
    EXPECT_EQ(fit.status, FitStatus::solved) << fit.reason;
    EXPECT_LE((fit.unit.A - world.truth.A).cwiseAbs().maxCoeff(), 5 * fit.uncertainty.A_stderr.maxCoeff());
    EXPECT_LE((fit.uncertainty.noise_covariance - 0.09 * Matrix::Identity(6, 6)).cwiseAbs().maxCoeff(), 0.03);
    const double plain_squares = vplm(world.data, world.truth.A).loss;
    EXPECT_LE(vplm(world.data, fit.unit.A).loss, plain_squares * (1 + 1e-9));
    EXPECT_NEAR((world.data.Y - predict(fit.unit, world.data.X)).squaredNorm(), 800 * plain_squares, 1e-6);  // 2n
  }
}

}  // namespace
}  // namespace resunit
