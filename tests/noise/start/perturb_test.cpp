// SPDX-License-Identifier: BSD-3-Clause
// Escape from shallow minima by descents from random perturbations.
#include "noise/start/perturb.hpp"

#include <gtest/gtest.h>

#include "noise/world.hpp"

namespace resunit {
namespace {

constexpr VplmOptions kCareful = {.tolerance = 1e-6, .damping = 1e-2};

VplmResult perturbed(const test::World& world, const VplmResult& fit, int count, int threads, std::uint64_t seed = 1) {
  Random random(seed, Stream::noisy_search);
  return perturb(world.data, fit, count, kCareful, random, threads);
}

TEST(Perturb, NeverIncreasesTheLossAndOftenDecreasesItUnderStrongNoise) {
  int lower = 0;
  for (std::uint64_t seed = 1; seed <= 10; ++seed) {
    const test::World world = test::draw_world({.d = 6, .n = 256, .sigma = 1, .seed = seed});
    const VplmResult fit = vplm(world.data, world.truth.A, kCareful);
    const VplmResult after = perturbed(world, fit, 8, 0);
    EXPECT_LE(after.loss, fit.loss);
    lower += after.loss < fit.loss * (1 - 1e-6);
  }
  EXPECT_GT(lower, 0) << "minima are close together at sigma = 1, n = 256";
}

TEST(Perturb, HasTheSameBitsForAnyNumberOfThreads) {
  const test::World world = test::draw_world({.d = 5, .n = 200, .sigma = 1});
  const VplmResult fit = vplm(world.data, world.truth.A, kCareful);
  const VplmResult one = perturbed(world, fit, 6, 1);
  for (const int threads : {2, 3}) EXPECT_EQ(perturbed(world, fit, 6, threads).A, one.A);
}

TEST(Perturb, ReturnsTheFitIfADirectionIsNotIdentifiable) {
  test::World world = test::draw_world({.d = 4, .n = 100, .sigma = 0.1});
  world.data.X.col(3) = world.data.X.col(2);  // the weights of the two are not identifiable
  const VplmResult fit{.A = world.truth.A, .loss = 1};
  EXPECT_EQ(perturbed(world, fit, 3, 1).A, fit.A);
}

}  // namespace
}  // namespace resunit
