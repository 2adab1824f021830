// SPDX-License-Identifier: BSD-3-Clause
// The cause of an inadequate fit, and the remedy.
#include "fit/cause.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "resunit/fit.hpp"
#include "resunit/synthetic.hpp"
#include "support/random.hpp"

namespace resunit {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

constexpr Index kCauseInputs = 4, kCauseSamples = 300;

struct CauseWorld {
  Unit unit = draw_teacher({.inputs = kCauseInputs, .negative = 0.5, .seed = 3});
  test::Random random{3};
  Matrix X = random.gaussian(kCauseSamples, kCauseInputs);

  Matrix noise(double sigma) { return sigma * random.gaussian(kCauseSamples, unit.outputs()); }
  Matrix shifted_layer1() {
    const Matrix bias = random.gaussian(1, kCauseInputs);
    return (((X * unit.A.transpose()).rowwise() + bias.row(0)).cwiseMax(0.0) + X) * unit.B.transpose();
  }
};

TEST(Cause, IsABiasInLayer1) {
  CauseWorld world;
  const Matrix Y = world.shifted_layer1();
  const Fit exact = fit(Dataset{world.X, Y});
  EXPECT_EQ(exact.remedy, Remedy::bias_layer1) << exact.full();
  EXPECT_THAT(exact.cause, HasSubstr("with a bias in layer 1 a unit fits the samples to rounding error"));
  const Fit noisy = fit(Dataset{world.X, Y + world.noise(0.1)});
  EXPECT_EQ(noisy.remedy, Remedy::bias_layer1) << noisy.full();
  EXPECT_THAT(noisy.cause, HasSubstr("with a bias in layer 1 the misfit disappears (p = "));
  EXPECT_EQ(noisy.status, FitStatus::suspect);
}

TEST(Cause, IsTheCopiesOfSamples) {
  CauseWorld world;
  const Matrix X = world.X.topRows(60).replicate(6, 1);
  const Matrix Y = (predict(world.unit, world.X) + world.noise(0.3)).topRows(60).replicate(6, 1);
  EXPECT_THAT(fit(Dataset{X, Y}).full(), HasSubstr("300 of 360 samples are copies of others"));
}

TEST(Cause, IsABiasForCenteredTables) {
  // Most samples are on one side of the kinks, which pass through the origin of x, not of x - 1.5.
  CauseWorld world;
  const Matrix X = world.X.array() + 1.5;
  const Matrix Y = predict(world.unit, X) + world.noise(0.05);
  const Fit found = fit(Dataset{X.rowwise() - X.colwise().mean(), Y.rowwise() - Y.colwise().mean()});
  EXPECT_EQ(found.status, FitStatus::suspect) << found.full();
  EXPECT_EQ(found.remedy, Remedy::bias_both) << found.full();
}

TEST(Cause, IsSilentOnLinearOutputs) {
  CauseWorld world;
  const Fit found = fit(Dataset{world.X, world.X * world.unit.B.transpose() + world.noise(0.3)});
  EXPECT_EQ(found.status, FitStatus::solved) << found.full();
  EXPECT_EQ(found.cause, "");
}

TEST(Cause, IsABiasInBothLayersForCenteredInputs) {
  CauseWorld world;
  const Matrix mean = world.random.gaussian(1, kCauseInputs);
  const Matrix Y = predict(world.unit, Matrix(world.X.rowwise() + mean.row(0)));
  for (const double sigma : {0.0, 0.1}) {
    const Fit found = fit(Dataset{world.X, Y + world.noise(sigma)});
    EXPECT_EQ(found.remedy, Remedy::bias_both) << found.full();
    EXPECT_NE(found.status, FitStatus::solved);
  }
}

TEST(Cause, IsOneSampleIfTheOthersAreExact) {
  CauseWorld world;
  Matrix Y = predict(world.unit, world.X);
  Y(7, 1) = 1e6;
  const Fit found = fit(Dataset{world.X, Y});
  EXPECT_EQ(found.remedy, Remedy::remove_outliers) << found.full();
  EXPECT_THAT(found.outliers, ElementsAre(7));
  EXPECT_THAT(found.cause, HasSubstr("without sample 8 a unit fits the others to rounding error"));
}

TEST(Cause, IsTheActivationIfItIsLeaky) {
  CauseWorld world;
  const Matrix S = world.X * world.unit.A.transpose();
  const Matrix Y = (S.cwiseMax(0.0) + 0.3 * S.cwiseMin(0.0) + world.X) * world.unit.B.transpose() + world.noise(0.05);
  const Fit found = fit(Dataset{world.X, Y});
  EXPECT_EQ(found.remedy, Remedy::regress) << found.full();
  EXPECT_THAT(found.cause, HasSubstr("leaky"));
}

TEST(Cause, IsAWiderNetwork) {
  CauseWorld world;
  const Matrix A = world.random.gaussian(3 * kCauseInputs, kCauseInputs),
               V = world.random.gaussian(world.unit.outputs(), 3 * kCauseInputs);
  const Matrix Y =
      (world.X * A.transpose()).cwiseMax(0.0) * V.transpose() + world.X * world.unit.B.transpose() + world.noise(0.05);
  const Fit found = fit(Dataset{world.X, Y});
  EXPECT_EQ(found.status, FitStatus::suspect);
  EXPECT_EQ(found.remedy, Remedy::regress) << found.full();
  EXPECT_THAT(found.cause, HasSubstr("wider or deeper"));
}

TEST(Cause, IsNotAFitByChanceOfTooFewSamples) {
  constexpr Index kTooFew = 3 * kCauseInputs;
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    test::Random random(seed);
    const Matrix X = random.gaussian(kTooFew, kCauseInputs), Y = random.gaussian(kTooFew, kCauseInputs);
    const Fit found = fit(Dataset{X, Y});
    EXPECT_NE(found.status, FitStatus::solved) << "seed " << seed;
    EXPECT_EQ(found.remedy, Remedy::add_samples) << "seed " << seed << ": " << found.full();
  }
}

TEST(Cause, IsAMethodForNoiselessSamples) {
  CauseWorld world;
  const Matrix Y = predict(world.unit, world.X) + world.noise(0.1);
  for (const Method method : {Method::exact, Method::lp}) {
    const Fit found = fit(Dataset{world.X, Y}, {.method = method});
    EXPECT_NE(found.status, FitStatus::solved);
    EXPECT_EQ(found.remedy, Remedy::automatic) << found.full();
    EXPECT_THAT(found.cause, HasSubstr("use method auto"));
  }
}

TEST(Cause, AreDependentColumns) {
  CauseWorld world;
  Matrix X = world.X;
  X.col(2) = X.col(0) - 2 * X.col(1);
  const Matrix Y = predict(world.unit, X) + world.noise(0.1);
  for (const Method method : {Method::automatic, Method::noisy}) {
    const Fit found = fit(Dataset{X, Y}, {.method = method});
    EXPECT_EQ(found.remedy, Remedy::drop_columns) << found.full();
    EXPECT_THAT(found.independent_inputs, ElementsAre(0, 1, 3));
    EXPECT_THAT(found.cause, HasSubstr("columns 1, 2, 4 span the others"));
  }
}

TEST(Cause, AreInputsWithTwoValues) {
  CauseWorld world;
  const Matrix X = (world.X.array() > 0).cast<double>();
  const Fit found = fit(Dataset{X, predict(world.unit, X) + world.noise(0.1)});
  EXPECT_EQ(found.status, FitStatus::suspect) << found.full();
  EXPECT_EQ(found.remedy, Remedy::regress);
  EXPECT_THAT(found.cause, HasSubstr("units with other weights have the same outputs"));
}

TEST(Cause, AreClippedOutputs) {
  CauseWorld world;
  Matrix Y = predict(world.unit, world.X) + world.noise(0.1);
  const double limit = 0.4 * Y.col(1).maxCoeff();
  Y.col(1) = Y.col(1).cwiseMin(limit);
  const Fit found = fit(Dataset{world.X, Y});
  EXPECT_EQ(found.status, FitStatus::suspect) << found.full();
  EXPECT_THAT(found.cause, HasSubstr("extreme value of column 2 of Y: it seems to be clipped")) << found.full();
}

TEST(Cause, IsAConstantOutput) {
  CauseWorld world;
  Matrix Y(kCauseSamples, kCauseInputs + 1);
  Y << predict(world.unit, world.X) + world.noise(0.1), Vector::Constant(kCauseSamples, 5);
  const Fit found = fit(Dataset{world.X, Y});
  EXPECT_EQ(found.status, FitStatus::suspect) << found.full();
  EXPECT_EQ(found.remedy, Remedy::bias_both);
  EXPECT_THAT(found.cause, HasSubstr("column 5 of Y is constant")) << found.full();
}

TEST(Cause, IsAMistypedInput) {
  CauseWorld world;
  const Matrix Y = predict(world.unit, world.X);
  Matrix X = world.X;
  X(7, 1) = -999;
  for (const double sigma : {0.0, 0.1}) {
    const Fit found = fit(Dataset{X, Y + world.noise(sigma)});
    EXPECT_EQ(found.remedy, Remedy::remove_outliers) << found.full();
    EXPECT_THAT(found.outliers, ElementsAre(7));
    EXPECT_THAT(found.cause, HasSubstr("without sample 8"));
  }
}

TEST(Cause, AreBadlyScaledColumns) {
  // The outputs hardly depend on the last column: the relaxed model without skip connection fits as well.
  CauseWorld world;
  Matrix X = world.X;
  X.col(3) *= 1e-6;
  const Unit large{.A = 1e6 * world.unit.A, .B = world.unit.B};
  const Fit found = fit(Dataset{X, predict(large, X) + world.noise(100)});
  EXPECT_THAT(found.cause, HasSubstr("columns of X differ in size by a factor of")) << found.full();
}

TEST(Cause, IsEmptyForSamplesOfAUnit) {
  CauseWorld world;
  for (const double sigma : {0.0, 0.3}) {
    const Fit found = fit(Dataset{world.X, predict(world.unit, world.X) + world.noise(sigma)});
    EXPECT_EQ(found.cause, "") << found.full();
    EXPECT_EQ(found.remedy, Remedy::none);
  }
}

}  // namespace
}  // namespace resunit
