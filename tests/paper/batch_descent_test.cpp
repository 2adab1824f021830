// SPDX-License-Identifier: BSD-3-Clause
#include "paper/batch_descent.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numeric>
#include <vector>

#include "linalg/indexing.hpp"
#include "resunit/metrics.hpp"
#include "support/random.hpp"
#include "support/units.hpp"

namespace resunit {
namespace {

using test::Random;
using test::random_unit;

std::vector<Index> all_of(Index count) {
  std::vector<Index> all(static_cast<std::size_t>(count));
  std::iota(all.begin(), all.end(), Index{0});
  return all;
}

TEST(Descent, LossIsHalfTheMeanSquareDistance) {
  for (const Index d : {1, 3, 8, 19})
    for (const Index n : {1, 50, 129, 300})
      for (const Index batch : {1, 7, 200}) {  // the capacity has no effect
        Random random(1);
        const Unit unit = random_unit(d, d + 1, random);
        const Matrix X = random.gaussian(n, d), Y = random.gaussian(n, d + 1);
        const double expected = output_errors(predict(unit, X), Y).loss;
        EXPECT_NEAR(Descent(unit, {X, Y}, batch).loss(), expected, 1e-13 * expected);
      }
}

TEST(Descent, StartsWithTheGivenUnit) {
  Random random(2);
  const Unit unit = random_unit(5, 11, random);
  const Matrix X = random.gaussian(3, 5), Y = random.gaussian(3, 11);
  const Unit same = Descent(unit, {X, Y}, 3).unit();
  EXPECT_EQ(same.A, unit.A);
  EXPECT_EQ(same.B, unit.B);
}

TEST(Descent, GradientMatchesCentralDifferences) {
  for (std::uint64_t seed = 0; seed < 10; ++seed)
    for (const Index d : {1, 2, 5, 9})
      for (const Index m : {d, d + 2}) {
        Random random(seed);
        Unit unit = random_unit(d, m, random);
        const Matrix X = random.gaussian(6, d), Y = random.gaussian(6, m);
        Descent descent(unit, {X, Y}, 6);
        descent.step(all_of(6), 1.0);
        const Matrix dA = unit.A - descent.unit().A, dB = unit.B - descent.unit().B;
        const double step = 1e-6;
        const auto expect_slope = [&](double& weight, double slope) {
          const double here = weight;
          weight = here + step;
          const double above = Descent(unit, {X, Y}, 6).loss();
          weight = here - step;
          const double below = Descent(unit, {X, Y}, 6).loss();
          weight = here;
          EXPECT_NEAR(slope, (above - below) / (2 * step), 1e-6 * (1 + std::abs(slope)));
        };
        for (Index k = 0; k < unit.A.size(); ++k) expect_slope(unit.A.data()[k], dA.data()[k]);
        for (Index k = 0; k < unit.B.size(); ++k) expect_slope(unit.B.data()[k], dB.data()[k]);
      }
}

TEST(Descent, StepDependsOnlyOnTheSamplesOfTheBatch) {
  Random random(3);
  const Unit unit = random_unit(4, 6, random);
  const Matrix X = random.gaussian(20, 4), Y = random.gaussian(20, 6);
  const std::vector<Index> batch = {17, 3, 4};
  const Matrix some_X = X(batch, kAll), some_Y = Y(batch, kAll);
  Descent among_all(unit, {X, Y}, 3), alone(unit, {some_X, some_Y}, 3);
  among_all.step(batch, 0.1);
  alone.step(all_of(3), 0.1);
  EXPECT_EQ(among_all.unit().A, alone.unit().A);
  EXPECT_EQ(among_all.unit().B, alone.unit().B);
}

TEST(Descent, LossIsNotFiniteForNanWeights) {
  Random random(4);
  Unit unit = random_unit(3, 3, random);
  unit.A(1, 2) = std::nan("");
  const Matrix X = random.gaussian(5, 3), Y = random.gaussian(5, 3);
  EXPECT_FALSE(std::isfinite(Descent(unit, {X, Y}, 5).loss()));
}

}  // namespace
}  // namespace resunit
