// SPDX-License-Identifier: BSD-3-Clause
// From samples to C, B and the hidden outputs. Its theorems are tested in tests/paper/theorems_layer2_test.cpp.
#include "paper/layer2.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "model/unit_parts.hpp"
#include "paper/layers.hpp"
#include "resunit/error.hpp"
#include "support/noiseless_samples.hpp"
#include "support/row_objectives.hpp"

namespace resunit::test {
namespace {

void expect_truth(const Layer2& layer, const NoiselessSamples& world, double precision = 1e-7) {
  ASSERT_GT(layer.B.size(), 0);
  EXPECT_LE((layer.B - world.teacher.B).norm(), precision * world.teacher.B.norm());
  EXPECT_LE((layer.C * world.teacher.B - Matrix::Identity(layer.C.rows(), layer.C.rows())).norm(), precision);
  EXPECT_LE((layer.H - world.H).norm(), precision * world.H.norm());
}

TEST(Layer2, FindsBCAndHiddenOutputsOfNoiselessSamples) {
  for (const TeacherOptions& options : teachers_of_many_shapes(2)) {
    SCOPED_TRACE(traced(options));
    const NoiselessSamples world(options, 768);
    if (options.inputs == 2) continue;  // see Layer2Theorem.EveryProgramFindsTheLeftInverseOfB
    for (const RowProgram program : kLayer2Programs)
      expect_truth(learn_layer2(world.data, {.program = program}), world);
  }
}

TEST(Layer2, IsInfeasibleIfOneRowIsEvenIfAnotherStalled) {
  RowsResult rows;
  rows.rows = {{.status = RowStatus::solved}, {.status = RowStatus::stalled}};
  EXPECT_FALSE(has_infeasible_row(rows));
  rows.rows.push_back({.status = RowStatus::infeasible});
  ASSERT_EQ(rows.status(), RowStatus::stalled) << "the worst status";
  EXPECT_TRUE(has_infeasible_row(rows));
}

TEST(Layer2, CorrectsAndReportsScaleRows) {
  for (std::uint64_t seed = 0; seed < 5; ++seed)
    for (const RowProgram program : kLayer2Programs) {
      const NoiselessSamples world({.inputs = 6, .outputs = 7, .scale_rows = 3, .condition = 10, .seed = seed}, 2048);
      const Layer2 layer = learn_layer2(world.data, {.program = program});
      expect_truth(layer, world, 0.05);
      for (Index j = 0; j < 6; ++j) {
        EXPECT_EQ(layer.scale_rows[j], is_scale_row(world.teacher.A, j)) << "seed " << seed << ", row " << j;
        EXPECT_TRUE(layer.scale_rows[j] || layer.k(j) == 1);
        EXPECT_TRUE(layer.C.row(j).isApprox(layer.rows.C.row(j) / layer.k(j), 1e-15));
      }
    }
}

// Row j is active on few samples with x_j < 0, so that its image is nearly x_j there; on the other samples the
// image is exactly x_j.
TEST(Layer2, DoesNotRescaleARowThatIsNearlyAScaleRow) {
  for (std::uint64_t seed = 0; seed < 5; ++seed) {
    NoiselessSamples world({.inputs = 4, .condition = 5, .seed = seed}, 512);
    Unit teacher = world.teacher;
    teacher.A.row(1) << 0.2, 2, 0.1, 0.3;
    const Dataset data{world.data.X, predict(teacher, world.data.X)};
    for (const RowProgram program : kLayer2Programs) {
      const Layer2 layer = learn_layer2(data, {.program = program});
      if (!(layer.rows.C * teacher.B).isIdentity(1e-7))
        continue;  // not found exactly: cannot be distinguished from a scale row
      EXPECT_FALSE(layer.scale_rows[1]);
      EXPECT_EQ(layer.k(1), 1);
    }
  }
}

TEST(Layer2, IsEquivariantUnderMapsOfTheOutputs) {
  // y -> M y changes B to M B for any invertible M; the hidden outputs do not change.
  const NoiselessSamples world({.inputs = 5, .condition = 5, .seed = 1}, 400);
  const Matrix M = Random(1).gaussian(5, 5);
  const Dataset turned{world.data.X, world.data.Y * M.transpose()};
  for (const RowProgram program : kLayer2Programs) {
    const Layer2 layer = learn_layer2(turned, {.program = program});
    EXPECT_TRUE(layer.B.isApprox(M * world.teacher.B, 1e-7));
    EXPECT_TRUE(layer.H.isApprox(world.H, 1e-7));
  }
}

TEST(Layer2, SupportsAnIllConditionedB) {
  for (const double condition : {1e3, 1e6}) {
    const NoiselessSamples world({.inputs = 6, .condition = condition, .seed = 2}, 512);
    for (const RowProgram program : kLayer2Programs)
      expect_truth(learn_layer2(world.data, {.program = program}), world, 1e-12 * condition);
  }
}

TEST(Layer2, HasNoNegativeHiddenOutputs) {
  const Unit teacher = draw_teacher({.inputs = 5, .seed = 3});
  const Dataset noisy = draw_samples(teacher, {.noise = 0.5, .seed = 3});
  for (const RowProgram program : {RowProgram::least_squares, RowProgram::absolute})
    EXPECT_GE(learn_layer2(noisy, {.program = program}).H.minCoeff(), 0);
}

TEST(Layer2, ReturnsExactZerosForAnInactiveNeuron) {
  Unit teacher = draw_teacher({.inputs = 4, .condition = 5, .seed = 4});
  teacher.A.row(2).setZero();
  const Dataset data = draw_samples(teacher, {.seed = 4});
  for (const RowProgram program : kLayer2Programs) {
    const Layer2 layer = learn_layer2(data, {.program = program});
    EXPECT_TRUE(layer.H.row(2).isZero(0));
    EXPECT_TRUE(layer.scale_rows[2]) << "a_j = 0 e_j";
  }
}

TEST(Layer2, MinimizesItsProgramUnderNoise) {
  const Unit teacher = draw_teacher({.inputs = 4, .outputs = 6, .seed = 5});
  const Dataset data = draw_samples(teacher, {.samples = 200, .noise = 0.3, .seed = 5});
  const Layer2 layer = learn_layer2(data, {.program = RowProgram::least_squares});
  for (Index j = 0; j < 4; ++j) {
    const Vector v = violations(data.Y, data.X.col(j), layer.rows.C.row(j));
    EXPECT_LE(imbalance(data.Y, v, data.X.col(j).norm()), 1e-9);
  }
  EXPECT_EQ(std::count(layer.scale_rows.begin(), layer.scale_rows.end(), true), 0);
  const Matrix hidden = layer.C * data.Y.transpose();  // B regresses y on C y: the residual is orthogonal to C y
  const Matrix rest = data.Y.transpose() - layer.B * hidden;
  EXPECT_LE((rest * hidden.transpose()).norm(), 1e-10 * hidden.norm() * data.Y.norm());
}

TEST(Layer2, IsEmptyIfTheOutputsAreRankDeficient) {
  Dataset data = NoiselessSamples({.inputs = 4, .seed = 6}, 100).data;
  data.Y.col(0) = data.Y.col(1) - data.Y.col(2);
  const Layer2 layer = learn_layer2(data, {});
  EXPECT_EQ(layer.rows.rank, 3);
  EXPECT_EQ(layer.B.size() + layer.C.size() + layer.H.size(), 0);
}

TEST(Layer2, IsEmptyIfARowIsInfeasible) {
  const Dataset noisy = draw_samples(draw_teacher({.inputs = 4, .seed = 7}), {.noise = 0.3, .seed = 7});
  const Layer2 layer = learn_layer2(noisy, {.program = RowProgram::center});
  EXPECT_EQ(layer.rows.status(), RowStatus::infeasible);
  EXPECT_EQ(layer.B.size() + layer.C.size() + layer.H.size(), 0);
}

TEST(Layer2Scale, IsTheRegressionOverNegativeInputs) {
  const Vector x{{-1, -2, -4, 3, 5}};
  const Vector image{{-0.4, -0.8, -1.6, 77, -9}};
  const ScaleFactor found = layer2_scale(image, x, 1e-12);
  EXPECT_TRUE(found.is_scale_row);
  EXPECT_NEAR(found.k, 0.4, 1e-15);
}

TEST(Layer2Scale, IsOneIfTheResidualIsTooLarge) {
  const Vector x{{-1, -2, -4, 3}};
  const Vector image{{-0.4, -0.8, -1.0, 3}};  // k = 0.286 with a residual sum of squares of 1.8% of that of x
  EXPECT_FALSE(layer2_scale(image, x, 1e-3).is_scale_row);
  EXPECT_EQ(layer2_scale(image, x, 1e-3).k, 1);
  EXPECT_TRUE(layer2_scale(image, x, 0.1).is_scale_row);
}

TEST(Layer2Scale, IsOneIfManyButNotAllSamplesAreTied) {
  Vector x = -Random(9).gaussian(100, 1).cwiseAbs();
  Vector image = x;
  EXPECT_TRUE(layer2_scale(image, x, 0.1).is_scale_row) << "all: k = 1";
  image(3) += 1e-3;
  EXPECT_FALSE(layer2_scale(image, x, 0.1).is_scale_row);
  EXPECT_EQ(layer2_scale(image, x, 0.1).k, 1);
  image = 0.8 * x;
  image.head(10) = x.head(10);  // a vertex of the set may tie a few samples by chance
  EXPECT_TRUE(layer2_scale(image, x, 0.1).is_scale_row);
}

TEST(Layer2Scale, IsOneWithoutNegativeInputsOrForANonpositiveFactor) {
  EXPECT_EQ(layer2_scale(Vector{{1, 2}}, Vector{{1, 2}}, 0.1).k, 1) << "no negative input";
  EXPECT_FALSE(layer2_scale(Vector{{1, 2}}, Vector{{1, 2}}, 0.1).is_scale_row);
  EXPECT_EQ(layer2_scale(Vector{{1, 2}}, Vector{{-1, -2}}, 0.1).k, 1) << "k = -1 is not a scale factor";
  EXPECT_FALSE(layer2_scale(Vector{{0, 0}}, Vector{{-1, -2}}, 0.1).is_scale_row) << "nor is k = 0";
}

TEST(Layer2Scale, DoesNotDependOnTheScaleOfTheInputs) {
  Random random(8);
  const Vector x = random.gaussian(50, 1), image = 0.7 * x;
  for (const double unit : {1e-100, 1e100}) EXPECT_NEAR(layer2_scale(unit * image, unit * x, 1e-12).k, 0.7, 1e-12);
}

}  // namespace
}  // namespace resunit::test
