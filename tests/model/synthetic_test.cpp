// SPDX-License-Identifier: BSD-3-Clause
#include "resunit/synthetic.hpp"

#include <gtest/gtest.h>

#include <Eigen/SVD>
#include <cmath>

#include "model/unit_parts.hpp"
#include "resunit/error.hpp"

namespace resunit {
namespace {

Vector singular_values(const Matrix& M) {
  return Eigen::JacobiSVD<Matrix>(M).singularValues();
}

TEST(Teacher, HasTheRequestedShape) {
  for (const Index d : {1, 2, 5, 16})
    for (const Index m : {Index{0}, d, d + 1, 3 * d}) {
      const Unit unit = draw_teacher({.inputs = d, .outputs = m});
      EXPECT_NO_THROW(validate(unit));
      EXPECT_EQ(unit.inputs(), d);
      EXPECT_EQ(unit.outputs(), m == 0 ? d : m);
    }
}

TEST(Teacher, HasFoldedGaussianLayerOneAndGaussianLayerTwo) {
  const Unit unit = draw_teacher({.inputs = 300});
  const double five_sigma = 5.0 / 300;
  EXPECT_GE(unit.A.minCoeff(), 0);
  EXPECT_NEAR(unit.A.mean(), std::sqrt(2 / M_PI), five_sigma);
  EXPECT_NEAR(unit.A.array().square().mean(), 1, five_sigma * std::sqrt(2));
  EXPECT_NEAR(unit.B.mean(), 0, five_sigma);
  EXPECT_NEAR(unit.B.array().square().mean(), 1, five_sigma * std::sqrt(2));
}

TEST(Teacher, IsTheSameForTheSameSeedOnly) {
  const Unit one = draw_teacher({.seed = 1});
  EXPECT_EQ(draw_teacher({.seed = 1}).A, one.A);
  EXPECT_EQ(draw_teacher({.seed = 1}).B, one.B);
  EXPECT_NE(draw_teacher({.seed = 2}).A, one.A);
  EXPECT_NE(draw_teacher({.seed = 2}).B, one.B);
}

TEST(Teacher, HasTheRequestedNumberOfNegativeEntries) {
  for (const double p : {0.0, 0.1, 0.25, 0.5, 0.99, 1.0})
    for (const Index d : {1, 3, 10}) {
      const Unit unit = draw_teacher({.inputs = d, .negative = p});
      EXPECT_EQ((unit.A.array() < 0).count(), std::lround(p * static_cast<double>(d * d)));
    }
}

TEST(Teacher, HasTheSameMagnitudesForAnyNumberOfNegativeEntries) {
  const Unit positive = draw_teacher({.inputs = 8});
  const Unit some = draw_teacher({.inputs = 8, .negative = 0.3});
  const Unit more = draw_teacher({.inputs = 8, .negative = 0.6});
  EXPECT_EQ(some.A.cwiseAbs(), positive.A);
  EXPECT_EQ(some.B, positive.B);
  EXPECT_TRUE(((some.A.array() >= 0) || (more.A.array() < 0)).all()) << "negative entries stay negative";
}

TEST(Teacher, HasTheRequestedNumberOfScaleRows) {
  const Index d = 6;
  for (Index rows = 0; rows <= d; ++rows) {
    const Unit dense = draw_teacher({.inputs = d, .negative = 0.5, .seed = 3});
    const Unit unit = draw_teacher({.inputs = d, .negative = 0.5, .scale_rows = rows, .seed = 3});
    Index found = 0;
    for (Index j = 0; j < d; ++j) found += is_scale_row(unit.A, j);
    EXPECT_EQ(found, rows);
    EXPECT_EQ(unit.A.diagonal(), dense.A.diagonal());
  }
}

TEST(Teacher, HasTheRequestedConditionNumber) {
  for (const double kappa : {1.0, 3.0, 1e3, 1e5, 1e10})
    for (const Index m : {5, 12}) {
      const Unit unit = draw_teacher({.inputs = 5, .outputs = m, .condition = kappa, .seed = 4});
      const Vector sigma = singular_values(unit.B);
      const double l = std::pow(kappa, 0.25);
      for (Index k = 0; k < 5; ++k) EXPECT_NEAR(sigma(k), std::pow(l, -(k + 1.0)), 1e-14);
      EXPECT_NEAR(sigma(0) / sigma(4) / kappa, 1, 1e-14 * kappa);
    }
}

TEST(Teacher, OfOneInputHasConditionOne) {
  EXPECT_NEAR(draw_teacher({.inputs = 1, .outputs = 3, .condition = 1}).B.norm(), 1, 1e-15);
}

TEST(Teacher, HasAUniformlyDistributedOrthonormalLayerTwo) {
  // Entries of a random orthonormal matrix have mean 0 and mean square 1/d. Without the sign fix the mean is above 0.
  const int draws = 4000;
  double mean = 0, mean_square = 0;
  for (int seed = 0; seed < draws; ++seed) {
    const double entry = draw_teacher({.inputs = 3, .condition = 1, .seed = static_cast<std::uint64_t>(seed)}).B(0, 0);
    mean += entry / draws;
    mean_square += entry * entry / draws;
  }
  EXPECT_NEAR(mean, 0, 5 / std::sqrt(3.0 * draws));
  EXPECT_NEAR(mean_square, 1.0 / 3, 5 * 0.3 / std::sqrt(draws));
}

TEST(DrawnSamples, AreTheUnitsOutputs) {
  const Unit unit = draw_teacher({.inputs = 4, .outputs = 7});
  const Dataset data = draw_samples(unit, {.samples = 30});
  EXPECT_EQ(data.X.rows(), 30);
  EXPECT_EQ(data.Y, predict(unit, data.X));
}

TEST(DrawnSamples, HaveTheSameInputsForAnyNoise) {
  const Unit unit = draw_teacher({.inputs = 4});
  const Dataset quiet = draw_samples(unit, {.samples = 5000, .seed = 9});
  const Dataset half = draw_samples(unit, {.samples = 5000, .noise = 0.5, .seed = 9});
  const Dataset one = draw_samples(unit, {.samples = 5000, .noise = 1, .seed = 9});
  EXPECT_EQ(half.X, quiet.X);
  const Matrix noise = one.Y - quiet.Y;
  EXPECT_TRUE((half.Y - quiet.Y).isApprox(0.5 * noise, 1e-12));
  EXPECT_NEAR(noise.mean(), 0, 5 / std::sqrt(20000));
  EXPECT_NEAR(noise.array().square().mean(), 1, 5 * std::sqrt(2.0 / 20000));
}

TEST(DrawnSamples, StartWithTheSameSamplesForAnyNumber) {
  const Unit unit = draw_teacher({.inputs = 3});
  for (const auto distribution : {InputDistribution::mixture, InputDistribution::gaussian}) {
    const Dataset few = draw_samples(unit, {.samples = 11, .noise = 0.1, .distribution = distribution});
    const Dataset many = draw_samples(unit, {.samples = 1200, .noise = 0.1, .distribution = distribution});
    EXPECT_EQ(many.X.topRows(11), few.X);
    EXPECT_TRUE(many.Y.topRows(11).isApprox(few.Y, 1e-14));
  }
}

TEST(DrawnSamples, OfTheMixtureHaveItsMoments) {
  const Dataset data = draw_samples(draw_teacher({.inputs = 10}), {.samples = 20'000});
  const auto x = data.X.array();
  const double sigma = 1 / std::sqrt(200'000);
  EXPECT_NEAR(x.mean(), 0, 5 * sigma);
  EXPECT_NEAR(x.square().mean(), 0.5 * (1 + 0.01) + 0.5 * (1.0 / 3 + 0.01), 5 * 2 * sigma);
  const double below = static_cast<double>((x < -0.9).count()) / 200'000;
  EXPECT_NEAR(below, 0.5 * 0.5 * std::erfc(0.8 / std::sqrt(2)), 5 * sigma)
      << "only the Gaussian component has such values";
}

TEST(DrawnSamples, OfTheGaussianHaveTheRequestedMean) {
  const Dataset data = draw_samples(draw_teacher({.inputs = 10}),
                                    {.samples = 20'000, .distribution = InputDistribution::gaussian, .mean = 0.1});
  EXPECT_NEAR(data.X.mean(), 0.1, 5 / std::sqrt(200'000));
  EXPECT_NEAR((data.X.array() - 0.1).square().mean(), 1, 5 * std::sqrt(2.0 / 200'000));
}

TEST(DrawnSamples, RefuseAnInvalidUnit) {
  EXPECT_THROW(draw_samples(Unit{}, {}), DataError);
  EXPECT_THROW(draw_samples(Network{}, {}), DataError);
}

struct Cancelled {};

TEST(DrawnSamples, CanBeCancelled) {
  const Unit unit = draw_teacher({.inputs = 3});
  int calls = 0;
  const auto stop = [&](std::string_view, double fraction) {
    if (++calls > 2 && fraction > 0.3) throw Cancelled{};
  };
  EXPECT_THROW(draw_samples(unit, {.samples = 20000, .noise = 0.1}, stop), Cancelled);
}

/// Samples are drawn in blocks of 4096, which must not affect the result.
TEST(DrawnSamples, DoNotDependOnBlockBoundaries) {
  const Unit unit = draw_teacher({.inputs = 3});
  const Dataset few = draw_samples(unit, {.samples = 4000, .noise = 0.1}),
                many = draw_samples(unit, {.samples = 9000, .noise = 0.1});
  EXPECT_EQ(few.X, many.X.topRows(4000));
  EXPECT_EQ(few.Y, many.Y.topRows(4000));
}

TEST(DrawnNetwork, OfTwoLayersIsTheUnit) {
  const TeacherOptions options{.inputs = 4, .outputs = 6, .negative = 0.5, .scale_rows = 1, .seed = 3};
  const Network network = draw_network(options);
  const Unit unit = draw_teacher(options);
  EXPECT_EQ(network.weights[0], unit.A);
  EXPECT_EQ(network.weights[1], unit.B);
}

TEST(DrawnNetwork, HasIndependentHiddenLayersOfTheRequestedScaleAndSigns) {
  const Network network = draw_network({.inputs = 30, .layers = 4, .negative = 0.25, .hidden_scale = 0.1, .seed = 1});
  ASSERT_EQ(network.layers(), 4);
  for (std::size_t l = 0; l < 3; ++l) {
    EXPECT_EQ((network.weights[l].array() < 0).count(), 225);
    EXPECT_NEAR(std::sqrt(network.weights[l].array().square().mean()), 0.1, 0.01);
    EXPECT_NE(network.weights[l].row(0), network.weights[(l + 1) % 3].row(0));
  }
}

TEST(DrawnNetwork, RefusesABiasAndAUnitRefusesLayers) {
  EXPECT_THROW((void)draw_network({.layers = 3, .bias = Bias::both}), OptionError);
  EXPECT_THROW((void)draw_teacher({.layers = 3}), OptionError);
  EXPECT_THROW((void)draw_network({.layers = 1}), OptionError);
}

}  // namespace
}  // namespace resunit
