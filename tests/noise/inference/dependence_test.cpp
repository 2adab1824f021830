// SPDX-License-Identifier: BSD-3-Clause
// Pillai's test of independence: its level under the null hypothesis, and its power.
#include "noise/inference/dependence.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "linalg/indexing.hpp"
#include "resunit/synthetic.hpp"
#include "support/random.hpp"
#include "support/units.hpp"

namespace resunit {
namespace {

TEST(Dependence, HasUniformPValuesForIndependentOutputs) {
  test::Random random(1);
  int below_tenth = 0;
  constexpr int kTrials = 400;
  for (int k = 0; k < kTrials; ++k) {
    const Matrix F = random.gaussian(60, 4), Y = random.gaussian(60, 3);
    below_tenth += independence_p_value(F, Y).value() < 0.1;
  }
  EXPECT_NEAR(below_tenth, kTrials / 10, 4 * std::sqrt(0.09 * kTrials));
}

TEST(Dependence, IsInvariantToLinearMapsOfBothSides) {
  test::Random random(2);
  const Matrix F = random.gaussian(50, 3), Y = F + 3 * random.gaussian(50, 3);
  const Matrix S = random.gaussian(3, 3), T = random.gaussian(3, 3);
  const double p = independence_p_value(F, Y).value();
  EXPECT_NEAR(independence_p_value(Matrix(1e8 * F * S), Matrix(1e-8 * Y * T)).value(), p, 1e-6 * p);
}

TEST(Dependence, IsNotTestedWithTooFewSamples) {
  test::Random random(3);
  EXPECT_FALSE(independence_p_value(random.gaussian(8, 5), random.gaussian(8, 5)).has_value());
}

TEST(Dependence, IsAbsentForConstantOutputs) {
  test::Random random(4);
  EXPECT_EQ(independence_p_value(random.gaussian(30, 2), Matrix(Matrix::Ones(30, 2))).value(), 1);
}

TEST(UnrelatedOutputs, AreFoundAfterAShuffle) {
  int found = 0;
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    Dataset data = draw_samples(draw_teacher({.inputs = 4, .seed = seed}), {.samples = 200, .seed = seed});
    EXPECT_FALSE(unrelated_p_value(data, 0).has_value()) << seed;
    data.Y = Matrix(data.Y.colwise().reverse());
    found += unrelated_p_value(data, 0).has_value();
  }
  EXPECT_GE(found, 18) << "p exceeds 0.01 in 99% of independent samples";
}

TEST(UnrelatedOutputs, DoNotIncludeEvenFunctions) {
  test::Random random(5);
  const Matrix X = random.gaussian(200, 3);
  const Unit even{.A = -2 * Matrix::Identity(3, 3), .B = random.gaussian(3, 3)};  // y = B|x|
  EXPECT_FALSE(unrelated_p_value(Dataset{X, predict(even, X)}, 0).has_value());
}

TEST(UnrelatedOutputs, AreNotHiddenByAnOutlier) {
  test::Random random(6);
  const Matrix X = random.gaussian(200, 1);
  Matrix Y = predict(test::random_unit(1, 1, random), X);
  Y(7, 0) = 1e6;
  EXPECT_FALSE(unrelated_p_value(Dataset{X, Y}, 0).has_value());
}

}  // namespace
}  // namespace resunit
