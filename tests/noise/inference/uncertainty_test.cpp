// SPDX-License-Identifier: BSD-3-Clause
// Standard errors compared with the inverse of the full information matrix and with the spread under repeated noise.
#include "noise/inference/uncertainty.hpp"

#include <gtest/gtest.h>

#include <Eigen/LU>

#include "noise/inference/average_activation.hpp"
#include "noise/world.hpp"
#include "support/random.hpp"

namespace resunit {
namespace {

using test::draw_world;
using test::fit_noisy;
using test::World;

/// d yhat_il / d(A, B), one row for each (i, l), rows of A then rows of B.
Matrix jacobian(const Unit& unit, const MatrixView& X) {
  const Index n = X.rows(), d = unit.inputs(), m = unit.outputs();
  const Matrix R = hidden(unit, X);
  Matrix J = Matrix::Zero(n * m, d * d + m * d);
  for (Index i = 0; i < n; ++i)
    for (Index l = 0; l < m; ++l) {
      for (Index j = 0; j < d; ++j)
        if (unit.A.row(j).dot(X.row(i)) > 0) J.row(i * m + l).segment(j * d, d) = unit.B(l, j) * X.row(i);
      J.row(i * m + l).segment(d * d + l * d, d) = R.row(i);
    }
  return J;
}

struct Case {
  World world = draw_world({.d = 3, .n = 80, .m = 4, .sigma = 0.02});  // activations are certain
  VplmResult fit = vplm(world.data, world.truth.A);
  Reweighted equal = unweighted(world.data, {.A = fit.A, .B = fit.B});
};

void expect_same(const Covariance& covariance, const Matrix& full, const Case& c) {
  const Index d = 3, m = 4;
  const StandardErrors errors = standard_errors(covariance, c.equal.unit.B);
  for (Index k = 0; k < d * d; ++k) EXPECT_NEAR(errors.A.data()[k], std::sqrt(full(k, k)), 1e-8);
  for (Index k = 0; k < m * d; ++k) EXPECT_NEAR(errors.B.data()[k], std::sqrt(full(d * d + k, d * d + k)), 1e-8);
  const Matrix X = c.world.data.X.topRows(5), J = jacobian(c.equal.unit, X);
  const Vector variance = (J * full).cwiseProduct(J).rowwise().sum();
  const Matrix mean = mean_stderr(covariance, c.equal.unit, X);
  for (Index k = 0; k < mean.size(); ++k) EXPECT_NEAR(mean.data()[k], std::sqrt(variance(k)), 1e-8);
}

TEST(Uncertainty, IsTheInverseOfTheInformation) {
  const Case c;
  const Matrix J = jacobian(c.equal.unit, c.world.data.X);
  const Matrix information = J.transpose() * J;
  expect_same(covariance_of(c.world.data, c.equal, false), c.equal.noise_covariance(0, 0) * information.inverse(), c);
}

TEST(Uncertainty, SandwichIsTheSumOverSamples) {
  const Case c;
  const Matrix J = jacobian(c.equal.unit, c.world.data.X);
  Matrix scores(80, J.cols());
  for (Index i = 0; i < 80; ++i) scores.row(i) = c.equal.influence.row(i) * J.middleRows(4 * i, 4);
  const Matrix inverse = Matrix(J.transpose() * J).inverse();
  const double correction = 320.0 / (320 - 9 - 12);
  expect_same(covariance_of(c.world.data, c.equal, true),
              correction * inverse * (scores.transpose() * scores) * inverse, c);
}

constexpr int kRepeats = 200;

/// Standard errors as stated, relative to the spread of the estimates, over repeated noise.
struct Ratio {
  double A = 0, B = 0;
};
Ratio stated_relative_to_spread(double sigma, Index n) {
  const World world = draw_world({.d = 3, .n = n, .sigma = 0});
  Matrix sum = Matrix::Zero(3, 3), square = sum, stated = sum, sum_B = sum, square_B = sum, stated_B = sum;
  test::Random random(5);
  for (int k = 0; k < kRepeats; ++k) {
    const Dataset data{.X = world.data.X, .Y = world.data.Y + sigma * random.gaussian(n, 3)};
    const Fit fit = fit_noisy(data, {.threads = 1, .start = world.truth});
    sum += fit.unit.A;
    square += fit.unit.A.cwiseAbs2();
    stated += fit.uncertainty.A_stderr;
    sum_B += fit.unit.B;
    square_B += fit.unit.B.cwiseAbs2();
    stated_B += fit.uncertainty.B_stderr;
  }
  const auto spread = [](const Matrix& s, const Matrix& q) -> Matrix {
    return (q / kRepeats - (s / kRepeats).cwiseAbs2()).cwiseSqrt();
  };
  return {(stated / kRepeats).norm() / spread(sum, square).norm(),
          (stated_B / kRepeats).norm() / spread(sum_B, square_B).norm()};
}

TEST(Uncertainty, MatchesTheSpreadUnderRepeatedNoise) {
  const Ratio ratio = stated_relative_to_spread(0.3, 300);
  EXPECT_NEAR(ratio.A, 1, 0.1);
  EXPECT_NEAR(ratio.B, 1, 0.1);
}

TEST(Uncertainty, MatchesTheSpreadIfKinksAreWithinAStandardError) {
  const Ratio ratio = stated_relative_to_spread(0.6, 150);
  EXPECT_NEAR(ratio.A, 1, 0.1);
  EXPECT_NEAR(ratio.B, 1, 0.1);
}

TEST(AverageActivation, IsTheProbabilityOfAnActiveNeuron) {
  const Matrix X{{1, 0}, {-1, 0}, {0, 1}}, A{{0.3, 0}};
  const Matrix C = Matrix::Identity(2, 2);
  const AverageActivation wide = average_activation(X, A, C, 0.045), narrow = average_activation(X, A, C, 1e-12);
  EXPECT_NEAR(wide.D(0, 0), 0.8413447, 1e-6) << "one standard deviation, 0.3";
  EXPECT_NEAR(wide.D(1, 0), 0.1586553, 1e-6);
  EXPECT_EQ(wide.D(2, 0), 0.5);
  EXPECT_NEAR(wide.uncertain, (0.1586553 + 0.1586553 + 0.5) / 3, 1e-6);
  EXPECT_EQ(narrow.D(0, 0), 1);
  EXPECT_EQ(narrow.D(1, 0), 0);
}

}  // namespace
}  // namespace resunit
