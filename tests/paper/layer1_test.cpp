// SPDX-License-Identifier: BSD-3-Clause
// From inputs and hidden outputs to A. Its theorems are tested in tests/paper/theorems_layer1_test.cpp.
#include "paper/layer1.hpp"

#include <gtest/gtest.h>

#include "paper/layers.hpp"
#include "resunit/metrics.hpp"
#include "support/noiseless_samples.hpp"
#include "support/row_objectives.hpp"

namespace resunit::test {
namespace {

TEST(Layer1, ApproachesTheTruthAsSamplesGrow) {
  for (const RowProgram program : kLayer1Programs)
    for (std::uint64_t seed = 0; seed < 5; ++seed) {
      const NoiselessSamples few({.inputs = 6, .seed = seed}, 200), many({.inputs = 6, .seed = seed}, 5000);
      const double error_few = relative_error(learn_layer1(few.data.X, few.H, {.program = program}).A, few.teacher.A);
      const double error_many =
          relative_error(learn_layer1(many.data.X, many.H, {.program = program}).A, many.teacher.A);
      EXPECT_LE(error_few, 0.2);
      EXPECT_LE(error_many, 0.5 * error_few);
    }
}

TEST(Layer1, SolvesItsProgramBeforeTheRescale) {
  const NoiselessSamples world({.inputs = 6, .seed = 1}, 300);
  const Layer1 layer = learn_layer1(world.data.X, world.H, {.program = RowProgram::center});
  ASSERT_EQ(layer.rows.status(), RowStatus::solved);
  for (Index j = 0; j < 6; ++j) {
    EXPECT_LE((world.data.X * layer.rows.C.row(j).transpose() - world.H.row(j).transpose()).maxCoeff(), 1e-9);
    EXPECT_TRUE(layer.A.row(j).isApprox(layer.rows.C.row(j) / layer.k(j), 1e-14));
    EXPECT_GT(layer.k(j), 0);
    EXPECT_LE(layer.k(j), 1 + 1e-9);
  }
}

TEST(Layer1, IsEquivariantUnderScalingOfInputsAndOutputs) {
  const NoiselessSamples world({.inputs = 5, .seed = 2}, 300);
  for (const RowProgram program : kLayer1Programs) {
    const Matrix A = learn_layer1(world.data.X, world.H, {.program = program}).A;
    const Matrix louder = learn_layer1(world.data.X, Matrix(1e3 * world.H), {.program = program}).A;
    const Matrix wider = learn_layer1(Matrix(1e-3 * world.data.X), world.H, {.program = program}).A;
    EXPECT_TRUE(louder.isApprox(1e3 * A, 1e-5));
    EXPECT_TRUE(wider.isApprox(1e3 * A, 1e-5));
  }
}

TEST(Layer1, ReturnsZerosForAnInactiveNeuron) {
  NoiselessSamples world({.inputs = 4, .seed = 3}, 200);
  world.H.row(1).setZero();
  for (const RowProgram program : kLayer1Programs)
    for (const bool nonnegative : {false, true}) {
      const Layer1 layer = learn_layer1(world.data.X, world.H, {.program = program, .nonnegative = nonnegative});
      EXPECT_TRUE(layer.A.row(1).isZero(0));
      EXPECT_EQ(layer.k(1), 0);
      EXPECT_GT(layer.A.row(0).norm(), 0);
    }
}

TEST(Layer1, IsNonnegativeOnRequest) {
  for (const RowProgram program : kLayer1Programs)
    for (std::uint64_t seed = 0; seed < 5; ++seed) {
      const NoiselessSamples world({.inputs = 6, .seed = seed}, 300);
      const Layer1Options free{.program = program}, bound{.program = program, .nonnegative = true};
      const Layer1 layer = learn_layer1(world.data.X, world.H, bound);
      EXPECT_GE(layer.A.minCoeff(), 0);
      EXPECT_EQ(layer.rows.C.cols(), 6);
      const double error = relative_error(layer.A, world.teacher.A);
      EXPECT_LE(error, 1.2 * relative_error(learn_layer1(world.data.X, world.H, free).A, world.teacher.A))
          << "the teacher satisfies the constraint, so that it has no cost";
    }
}

TEST(Layer1, IsNonnegativeOnRequestEvenIfTheTeacherIsNot) {
  const NoiselessSamples world({.inputs = 5, .negative = 0.4, .seed = 4}, 300);
  for (const RowProgram program : kLayer1Programs) {
    EXPECT_LT(learn_layer1(world.data.X, world.H, {.program = program}).A.minCoeff(), -0.1);
    EXPECT_GE(learn_layer1(world.data.X, world.H, {.program = program, .nonnegative = true}).A.minCoeff(), 0);
  }
}

TEST(Layer1Scale, IsTheRegressionOverTheSelectedSamples) {
  const Vector h{{2, 0, 4, 0}};
  const Vector u{{1, 3, -1, -2}};
  EXPECT_NEAR(layer1_scale(u, h, Rescale::paper), (2 * 1 - 4 * 1) / 20.0, 1e-15) << "over h > 0";
  EXPECT_NEAR(layer1_scale(u, h, Rescale::authors), 2 / 4.0, 1e-15) << "over u > 0";
}

TEST(Layer1Scale, IsZeroIfNoSampleIsSelected) {
  for (const Rescale rescale : {Rescale::paper, Rescale::authors}) {
    EXPECT_EQ(layer1_scale(Vector{{1, 2}}, Vector::Zero(2), rescale), 0);
    EXPECT_EQ(layer1_scale(Vector::Zero(2), Vector{{1, 2}}, rescale), 0);
  }
  EXPECT_EQ(layer1_scale(Vector{{-1, -2}}, Vector{{1, 2}}, Rescale::authors), 0);
}

TEST(Layer1Scale, FormsAgreeOnNoiselessSamplesAndDifferUnderNoise) {
  const NoiselessSamples world({.inputs = 5, .seed = 5}, 500);
  const Vector image = 0.3 * world.data.X * world.teacher.A.row(0).transpose();
  const Vector h = world.H.row(0);
  EXPECT_NEAR(layer1_scale(image, h, Rescale::paper), layer1_scale(image, h, Rescale::authors), 1e-13);
  const Vector noisy = (h + 0.5 * Random(6).gaussian(500, 1)).cwiseMax(0);
  EXPECT_GT(std::abs(layer1_scale(image, noisy, Rescale::paper) - layer1_scale(image, noisy, Rescale::authors)), 1e-3);
}

}  // namespace
}  // namespace resunit::test
