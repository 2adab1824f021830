// SPDX-License-Identifier: BSD-3-Clause
// Tests of the model: no false positives on units, and detection of samples that do not come from a unit.
#include "noise/inference/lack_of_fit.hpp"

#include <gtest/gtest.h>

#include "noise/world.hpp"
#include "support/random.hpp"

namespace resunit {
namespace {

using test::draw_world;
using test::fit_noisy;
using test::World;

constexpr Index kSamples = 400, kInputs = 6;

Matrix noise(std::uint64_t seed) {
  return 0.5 * test::Random(seed).gaussian(kSamples, kInputs);
}

World noiseless_world(std::uint64_t seed) {
  return draw_world({.d = kInputs, .n = kSamples, .sigma = 0, .seed = seed});
}

TEST(LackOfFit, IsNotReportedForUnits) {
  for (std::uint64_t seed = 1; seed <= 12; ++seed) {
    const World world = draw_world({.d = kInputs, .n = kSamples, .sigma = 0.5, .seed = seed});
    const Fit fit = fit_noisy(world.data);
    const LackOfFit& facts = fit.uncertainty.lack_of_fit;
    EXPECT_FALSE(facts.misfit || facts.linear || facts.no_signal || facts.skip_not_identified);
    EXPECT_GT(facts.held_out_r2, 0.9);
  }
}

TEST(LackOfFit, IsReportedForQuadraticOutputs) {
  for (std::uint64_t seed = 1; seed <= 3; ++seed) {
    World world = noiseless_world(seed);
    world.data.Y += 0.3 * world.data.X.cwiseAbs2() * world.truth.B.transpose() + noise(seed);
    const Fit fit = fit_noisy(world.data);
    EXPECT_TRUE(fit.uncertainty.lack_of_fit.misfit);
    EXPECT_EQ(fit.status, FitStatus::suspect);
    EXPECT_FALSE(fit.warnings.empty());
  }
}

TEST(LackOfFit, IsReportedForBiasedNeurons) {
  World world = noiseless_world(4);
  const Matrix bias = test::Random(9).gaussian(1, kInputs);
  const Matrix S = (world.data.X * world.truth.A.transpose()).rowwise() + bias.row(0);
  world.data.Y = (S.cwiseMax(0.0) + world.data.X) * world.truth.B.transpose() + noise(4);
  EXPECT_TRUE(fit_noisy(world.data).uncertainty.lack_of_fit.misfit);
}

TEST(LackOfFit, DetectsLinearOutputs) {
  for (std::uint64_t seed = 1; seed <= 3; ++seed) {
    World world = noiseless_world(seed);
    world.data.Y = world.data.X * world.truth.B.transpose() + noise(seed);
    const Fit fit = fit_noisy(world.data);
    EXPECT_TRUE(fit.uncertainty.lack_of_fit.linear);
    EXPECT_FALSE(fit.uncertainty.lack_of_fit.misfit);
    EXPECT_TRUE(fit.unit.A.isZero(0));
    EXPECT_LT((fit.unit.B - world.truth.B).norm(), 0.2 * world.truth.B.norm());
  }
}

TEST(LackOfFit, DetectsPureNoise) {
  World world = noiseless_world(2);
  world.data.Y = noise(2);
  EXPECT_TRUE(fit_noisy(world.data).uncertainty.lack_of_fit.no_signal);
}

TEST(LackOfFit, DetectsReluLayersWithoutSkipConnection) {
  World world = noiseless_world(3);
  world.data.Y = (world.data.X * world.truth.A.transpose()).cwiseMax(0.0) * world.truth.B.transpose() + 0.1 * noise(3);
  EXPECT_TRUE(fit_noisy(world.data).uncertainty.lack_of_fit.skip_not_identified);
}

}  // namespace
}  // namespace resunit
