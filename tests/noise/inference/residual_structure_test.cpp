// SPDX-License-Identifier: BSD-3-Clause
// Residuals of functions that the F-test against the relaxed model does not distinguish from units.
#include "noise/inference/residual_structure.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "noise/inference/lack_of_fit.hpp"
#include "noise/world.hpp"
#include "support/random.hpp"

namespace resunit {
namespace {

constexpr Index kStructureInputs = 4, kStructureSamples = 400;

test::World structure_world(std::uint64_t seed) {
  return test::draw_world({.d = kStructureInputs, .n = kStructureSamples, .sigma = 0, .seed = seed});
}

template <class Function>
void expect_detected(Function outputs, const char* name) {
  for (std::uint64_t seed = 1; seed <= 3; ++seed) {
    test::World world = structure_world(seed);
    const Matrix S = world.data.X * world.truth.A.transpose();
    world.data.Y = outputs(S).matrix() * world.truth.B.transpose() +
                   0.3 * test::Random(seed).gaussian(kStructureSamples, kStructureInputs);
    const Fit fit = test::fit_noisy(world.data);
    EXPECT_LT(fit.uncertainty.lack_of_fit.residual_p_value, kSignificance) << name;
    EXPECT_EQ(fit.status, FitStatus::suspect) << name << ": " << fit.full();
  }
}

TEST(ResidualStructure, RevealsEvenFunctions) {
  expect_detected([](const Matrix& S) { return S.array().square(); }, "squares");
  expect_detected([](const Matrix& S) { return S.array().cos(); }, "cosines");
}

TEST(ResidualStructure, RevealsOddFunctions) {
  expect_detected([](const Matrix& S) { return S.array().sign(); }, "signs");
  expect_detected([](const Matrix& S) { return (2 * S.array()).tanh(); }, "tanh");
}

TEST(ResidualStructure, IsNotClaimedForUnequalVariances) {
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    test::World world = structure_world(seed);
    const Vector sizes = world.data.X.col(0).cwiseAbs();
    world.data.Y += 0.3 * sizes.asDiagonal() * test::Random(seed).gaussian(kStructureSamples, kStructureInputs);
    EXPECT_GE(test::fit_noisy(world.data).uncertainty.lack_of_fit.residual_p_value, kSignificance) << seed;
  }
}

TEST(ResidualStructure, IsNotClaimedForTruncatedNumbers) {
  for (std::uint64_t seed = 1; seed <= 5; ++seed) {
    test::World world = structure_world(seed);
    const auto truncate = [](const Matrix& M) {
      return Matrix((M.array() * 1e4).unaryExpr([](double v) { return std::trunc(v); }) / 1e4);
    };
    const Fit fit = test::fit_noisy(Dataset{.X = truncate(world.data.X), .Y = truncate(world.data.Y)});
    EXPECT_EQ(fit.status, FitStatus::solved) << fit.full();
  }
}

TEST(ResidualStructure, IsNotTestedWithFewSamples) {
  test::Random random(1);
  const Matrix X = random.gaussian(20, 4), E = X.cwiseAbs2();
  EXPECT_EQ(residual_p_value(X, X, E, 8, Random(1, Stream::residual_signs)), 1);
}

}  // namespace
}  // namespace resunit
