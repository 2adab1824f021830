// SPDX-License-Identifier: BSD-3-Clause
// The relaxed model y = V|Ux| + Wx, which contains the unit, and the bound on the loss that follows from it.
#include "noise/start/relax.hpp"

#include <gtest/gtest.h>

#include "noise/world.hpp"
#include "support/random.hpp"

namespace resunit {
namespace {

Basis basis_of(const test::World& world) {
  return orthonormal_basis(world.data.X, 1e-9);
}

TEST(Relax, FitsNoiselessSamplesFromTheTrueLines) {
  const test::World world = test::draw_world({.d = 5, .n = 200, .sigma = 0});
  const Relaxed model = relax(world.data, world.truth.A);
  EXPECT_LE(model.loss, 1e-20 * world.data.Y.squaredNorm());
  for (Index k = 0; k < 5; ++k) EXPECT_NEAR(model.U.row(k).norm(), 1, 1e-12);
  const Matrix outputs =
      (world.data.X * model.U.transpose()).cwiseAbs() * model.V.transpose() + world.data.X * model.W.transpose();
  EXPECT_LE((outputs - world.data.Y).norm(), 1e-9 * world.data.Y.norm());
}

TEST(Relax, LossIsAtMostThatOfTheUnit) {
  for (std::uint64_t seed = 1; seed <= 5; ++seed) {
    const test::World world = test::draw_world({.d = 5, .n = 200, .sigma = 0.3, .seed = seed});
    EXPECT_LE(relax(world.data, world.truth.A).loss, test::oracle_loss(world));
  }
}

TEST(Relax, BoundsTheLossOfTheTrueUnit) {
  int below = 0;
  for (std::uint64_t seed = 1; seed <= 50; ++seed) {
    const test::World world = test::draw_world({.d = 4, .n = 150, .sigma = 0.3, .seed = seed});
    below += test::oracle_loss(world) <= expected_loss(world.data, relax(world.data, world.truth.A).loss);
  }
  EXPECT_GE(below, 49) << "the bound holds with a probability of about 99.9%";
}

TEST(Relax, BoundIsAnFQuantile) {
  const Dataset data{Matrix::Zero(100, 3), Matrix::Zero(100, 4)};
  const double quantile = 3.186119143723126;  // scipy.stats.f.ppf(0.999, 9, 370)
  EXPECT_NEAR(expected_loss(data, 2.0), 2 * (1 + 9 / 370.0 * quantile), 1e-10);
}

TEST(Relax, CountsDegreesOfFreedom) {
  const Dataset data{Matrix::Zero(100, 3), Matrix::Zero(100, 4)};
  const auto [extra, residual] = degrees_of_freedom(data);
  EXPECT_EQ(extra, 4 * 3 - 3);
  EXPECT_EQ(residual, 100 * 4 - 2 * 4 * 3 - 9 + 3);
}

TEST(Relax, ReplacesALineThatExplainsLittle) {
  const test::World world = test::draw_world({.d = 5, .n = 400, .m = 6, .sigma = 0.05});
  Matrix lines = world.truth.A;
  lines.row(1) = test::Random(3).gaussian(1, 5);  // one line is replaced by a random one
  const Relaxed before = relax(world.data, lines);
  Random random(1, Stream::noisy_search);
  const Relaxed found = replace_weak_lines(world.data, basis_of(world), before, random, 1);
  EXPECT_LE(found.loss, before.loss);
  EXPECT_LE(found.loss, 1.01 * relax(world.data, world.truth.A).loss);
}

}  // namespace
}  // namespace resunit
