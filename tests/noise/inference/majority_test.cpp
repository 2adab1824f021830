// SPDX-License-Identifier: BSD-3-Clause
// Samples of which a unit describes only a majority.
#include "noise/inference/majority.hpp"

#include <gtest/gtest.h>

#include "noise/world.hpp"
#include "resunit/metrics.hpp"
#include "support/random.hpp"

namespace resunit {
namespace {

Majority majority_of(const test::World& world) {
  const VplmResult fit = vplm(world.data, world.truth.A);
  return find_majority(world.data, fit.A, world.data.Y - predict(Unit{.A = fit.A, .B = fit.B}, world.data.X));
}

TEST(Majority, IsNotDividedForUnits) {
  for (std::uint64_t seed = 1; seed <= 50; ++seed)
    EXPECT_GT(majority_of(test::draw_world({.d = 4, .n = 80, .sigma = 1, .seed = seed})).noise, 0.6) << seed;
}

TEST(Majority, ExcludesShuffledRows) {
  constexpr Index kShuffled = 120;
  for (std::uint64_t seed = 1; seed <= 5; ++seed) {
    test::World world = test::draw_world({.d = 4, .n = 400, .sigma = 0.1, .seed = seed});
    world.data.Y.topRows(kShuffled) = Matrix(world.data.Y.topRows(kShuffled).colwise().reverse());
    const Majority majority = majority_of(world);
    EXPECT_TRUE(is_divided(majority)) << majority.noise;
    EXPECT_GT(std::ssize(majority.others), 0.8 * kShuffled);
    EXPECT_LT(std::ssize(majority.others), 1.25 * kShuffled);
  }
}

}  // namespace
}  // namespace resunit
