// SPDX-License-Identifier: BSD-3-Clause
// Refinement of the last digits.
#include "noise/descent/refine.hpp"

#include <gtest/gtest.h>

#include "noise/world.hpp"
#include "resunit/metrics.hpp"

namespace resunit {
namespace {

using test::draw_world;
using test::fit_noisy;
using test::World;

TEST(Refine, ReachesRoundingErrorWithoutNoise) {
  for (const Index d : {6, 14}) {
    const World world = draw_world({.d = d, .n = 40 * d, .sigma = 0});
    const Matrix near = world.truth.A * (1 + 1e-6);
    const Unit unit = refine(world.data, {.A = near, .B = world.truth.B});
    EXPECT_LT(relative_error(unit.A, world.truth.A), 2e-14);
    EXPECT_LT(relative_error(unit.B, world.truth.B), 2e-14);
  }
}

TEST(Refine, ReachesTheStandardErrorsUnderTinyNoise) {
  const World world = draw_world({.d = 6, .n = 240, .sigma = 1e-10});
  const Fit fit = fit_noisy(world.data);
  EXPECT_NEAR(fit.uncertainty.noise_std, 1e-10, 1e-11);
  EXPECT_LT(relative_error(fit.unit.A, world.truth.A), 1e-9);
  EXPECT_LT((fit.unit.A - world.truth.A).cwiseQuotient(fit.uncertainty.A_stderr).norm(), 2 * 6);
}

}  // namespace
}  // namespace resunit
