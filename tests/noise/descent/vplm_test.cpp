// SPDX-License-Identifier: BSD-3-Clause
// The projected loss, its derivatives and its descent.
#include "noise/descent/vplm.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "noise/descent/damped_step.hpp"
#include "noise/descent/kaufman.hpp"
#include "noise/world.hpp"
#include "support/random.hpp"

namespace resunit {
namespace {

using test::draw_world;

Projection projected(Family family, const Samples& samples, const Matrix& A) {
  Projection at;
  project(family, samples, A, at);
  return at;
}

class EitherFamily : public testing::TestWithParam<Family> {};
INSTANTIATE_TEST_SUITE_P(Vplm, EitherFamily, testing::Values(Family::unit, Family::relaxed));

TEST_P(EitherFamily, GradientMatchesCentralDifferences) {
  const test::World world = draw_world({.d = 4, .n = 60, .m = 5});
  const Matrix A = test::Random(3).gaussian(4, 4);
  Matrix g;
  gradient(world.data, projected(GetParam(), world.data, A), g);
  constexpr double kStep = 1e-6;
  for (Index k = 0; k < A.size(); ++k) {
    Matrix more = A, less = A;
    more.data()[k] += kStep;
    less.data()[k] -= kStep;
    const double slope =
        (projected(GetParam(), world.data, more).loss - projected(GetParam(), world.data, less).loss) / (2 * kStep);
    EXPECT_NEAR(g.data()[k], slope, 1e-6 * (1 + g.norm()));
  }
}

// Kaufman's matrix omits terms with E: without noise it is the Hessian itself.
TEST(Kaufman, IsTheHessianForZeroResiduals) {
  const test::World world = draw_world({.d = 3, .n = 50, .m = 4, .sigma = 0});
  const Matrix& A = world.truth.A;
  const Projection at = projected(Family::unit, world.data, A);
  ProjectedGram gram;
  gram.compute(Family::unit, world.data, A, at);
  Eigen::MatrixXd hessian;
  weight_blocks(gram.K(), at.B.transpose() * at.B, 1.0 / 50, hessian);
  hessian = Eigen::MatrixXd(hessian.selfadjointView<Eigen::Lower>());  // the upper triangle is not set
  constexpr double kStep = 1e-6;
  for (Index k = 0; k < A.size(); ++k) {
    Matrix more = A, less = A, g_more, g_less;
    more.data()[k] += kStep;
    less.data()[k] -= kStep;
    gradient(world.data, projected(Family::unit, world.data, more), g_more);
    gradient(world.data, projected(Family::unit, world.data, less), g_less);
    const Matrix column = (g_more - g_less) / (2 * kStep);
    for (Index l = k; l < A.size(); ++l) EXPECT_NEAR(hessian(l, k), column.data()[l], 1e-5 * hessian.norm());
  }
}

TEST_P(EitherFamily, GramByPairsEqualsThePlainFormula) {
  const test::World world = draw_world({.d = 4, .n = 300, .m = 4});
  const Matrix A = test::Random(5).gaussian(4, 4);
  const Projection at = projected(GetParam(), world.data, A);
  ProjectedGram gram;
  gram.compute(GetParam(), world.data, A, at);
  Matrix Z(300, 16);
  for (Index i = 0; i < 300; ++i)
    for (Index j = 0; j < 4; ++j) Z.row(i).segment(4 * j, 4) = at.D(i, j) * world.data.X.row(i);
  const Eigen::MatrixXd RZ = at.R.transpose() * Z;
  const Eigen::MatrixXd K = Z.transpose() * Z - RZ.transpose() * (at.R.transpose() * at.R).ldlt().solve(RZ);
  const Eigen::MatrixXd difference = (gram.K() - K).triangularView<Eigen::Lower>();
  EXPECT_LT(difference.norm(), 1e-9 * (Z.transpose() * Z).norm());
}

TEST_P(EitherFamily, ConjugateStepPredictsAndFindsNearlyTheDenseStep) {
  const test::World world = draw_world({.d = 8, .n = 400});
  const Matrix A = world.truth.A + 0.1 * test::Random(7).gaussian(8, 8);
  const Projection at = projected(GetParam(), world.data, A);
  const auto dense = dense_step(GetParam(), world.data);
  const auto conjugate = conjugate_step(world.data, 1e-8);
  dense->assemble(A, at);
  conjugate->assemble(A, at);
  Step exact, inexact;
  ASSERT_TRUE(dense->solve(1e-2, exact));
  ASSERT_TRUE(conjugate->solve(1e-2, inexact));
  EXPECT_NEAR(inexact.predicted, exact.predicted, 0.2 * exact.predicted);
}

TEST_P(EitherFamily, LossNeverIncreases) {
  const test::World world = draw_world({.d = 5, .n = 120, .sigma = 1});
  double before = projected(GetParam(), world.data, test::Random(11).gaussian(5, 5)).loss;
  for (const int steps : {1, 2, 4, 8, 16, 32}) {
    const VplmResult fit =
        vplm(world.data, test::Random(11).gaussian(5, 5), {.family = GetParam(), .max_steps = steps});
    EXPECT_LE(fit.loss, before);
    EXPECT_LE(fit.steps, steps);
    before = fit.loss;
  }
}

TEST(Vplm, EndsAtAZeroGradient) {
  const test::World world = draw_world({.d = 5, .n = 400, .sigma = 0.1});
  const VplmResult fit = vplm(world.data, world.truth.A, {.tolerance = 1e-12});
  Matrix g;
  gradient(world.data, projected(Family::unit, world.data, fit.A), g);
  EXPECT_LT(g.norm() * fit.A.norm(), 1e-3 * fit.loss);
}

/// If all features are zero, the normal equations have no Cholesky factor.
TEST(Vplm, ReturnsTheStartIfTheLossIsNotFinite) {
  const Matrix X = Matrix::Zero(20, 2), Y = Matrix::Ones(20, 2), A = Matrix::Ones(2, 2);
  const VplmResult result = vplm({X, Y}, A);
  EXPECT_EQ(result.steps, 0);
  EXPECT_TRUE(result.A == A);
}

}  // namespace
}  // namespace resunit
