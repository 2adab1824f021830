// SPDX-License-Identifier: BSD-3-Clause
// The paper's theorems on layer 2, tested on samples:
//     thm:layer2                        without scale rows, G2(C) = 0 iff C B = I
//     thm:layer2-general                G2(C) = 0 iff C B = diag(k), 1/(1 + a_jj) <= k_j <= 1 on scale rows, and
//                                       k_j = 1 on other rows
//     thm:scale-factor-layer2-general   (C y)_j / x_j is constant for x_j < 0 iff row j is a scale row; the constant is
//                                       k_j
// G2 of row j is (R1) with F = Y, t = x_j.
#include <gtest/gtest.h>

#include <algorithm>

#include "model/unit_parts.hpp"
#include "paper/layers.hpp"
#include "support/noiseless_samples.hpp"
#include "support/row_objectives.hpp"

namespace resunit::test {
namespace {

Index enough_samples(Index d) {
  return std::max<Index>(512, 64 * d);
}

/// (R1) of row j at the row c, as a share of its value at c = 0 with all samples counted.
double layer2_loss(const NoiselessSamples& world, Index j, const Vector& c) {
  const RowProblem problem = world.layer2();
  return objective(RowProgram::least_squares, problem.F, problem.target(j), c) /
         objective_scale(RowProgram::least_squares, problem.target(j));
}

TEST(Layer2Theorem, OnlyLeftInversesOfBHaveZeroLossWithoutScaleRows) {
  for (const TeacherOptions& options : teachers_of_many_shapes(4)) {
    SCOPED_TRACE(traced(options));
    const NoiselessSamples world(options, enough_samples(options.inputs));
    Random random(options.seed);
    for (Index j = 0; j < options.inputs; ++j) {
      EXPECT_LE(layer2_loss(world, j, world.C.row(j)), 1e-24) << "row " << j;
      for (int k = 0; k < 10; ++k) {
        const Vector other = world.C.row(j) + 0.1 * random.gaussian(1, options.inputs) * world.C;
        EXPECT_GE(layer2_loss(world, j, other), 1e-9) << "row " << j;
      }
    }
  }
}

TEST(Layer2Theorem, DirectionsOrthogonalToTheRangeOfBAreArbitrary) {
  const NoiselessSamples world({.inputs = 5, .outputs = 8, .seed = 1}, 512);
  const Matrix unseen = Matrix::Identity(8, 8) - world.teacher.B * world.C;  // N B = 0
  const Matrix other = world.C + Random(1).gaussian(5, 8) * unseen;
  EXPECT_GE((other - world.C).norm(), 0.1);
  for (Index j = 0; j < 5; ++j) EXPECT_LE(layer2_loss(world, j, other.row(j)), 1e-24);
}

TEST(Layer2Theorem, EveryProgramFindsTheLeftInverseOfB) {
  for (const TeacherOptions& options : teachers_of_many_shapes(4)) {
    if (options.inputs == 2)
      continue;  // often nearly a scale row: the feasible set for these samples is not yet a point
    SCOPED_TRACE(traced(options));
    const NoiselessSamples world(options, enough_samples(options.inputs));
    const Matrix identity = Matrix::Identity(options.inputs, options.inputs);
    for (const RowProgram program : kLayer2Programs) {
      const Layer2 layer = learn_layer2(world.data, {.program = program});
      ASSERT_EQ(layer.rows.status(), RowStatus::solved);
      EXPECT_LE((layer.rows.C * world.teacher.B - identity).norm(), 1e-7);
      EXPECT_LE((layer.B - world.teacher.B).norm(), 1e-7 * world.teacher.B.norm());
      EXPECT_LE((layer.H - world.H).norm(), 1e-7 * world.H.norm());
    }
  }
}

/// The teachers above with one, half or all of their rows scale rows.
std::vector<TeacherOptions> teachers_with_scale_rows(int seeds) {
  std::vector<TeacherOptions> all;
  for (const TeacherOptions& plain : teachers_of_many_shapes(seeds))
    for (const Index scale_rows : {Index{1}, plain.inputs / 2, plain.inputs}) {
      all.push_back(plain);
      all.back().scale_rows = scale_rows;
    }
  return all;
}

TEST(Layer2Theorem, AScaleRowHasASegmentOfMinimizersAndNoOthers) {
  for (const TeacherOptions& options : teachers_with_scale_rows(3)) {
    SCOPED_TRACE(traced(options));
    const NoiselessSamples world(options, enough_samples(options.inputs));
    for (Index j = 0; j < options.inputs; ++j) {
      const bool is_scale = is_scale_row(world.teacher.A, j);
      const double lowest = is_scale ? 1 / (1 + world.teacher.A(j, j)) : 1;
      for (const double share : {0.0, 0.3, 1.0})
        EXPECT_LE(layer2_loss(world, j, (lowest + share * (1 - lowest)) * world.C.row(j)), 1e-24) << "row " << j;
      for (const double k : {-0.5, 0.0, 0.9 * lowest, 1.1, 3.0})
        EXPECT_GE(layer2_loss(world, j, k * world.C.row(j)), 1e-6) << "row " << j << ", k = " << k;
    }
  }
}

/// The distance of C B from the diagonal matrices with k_j on the segments.
double distance_from_segments(const Matrix& D, const Matrix& A) {
  Matrix rest = D;
  for (Index j = 0; j < D.rows(); ++j)
    rest(j, j) -= std::clamp(D(j, j), is_scale_row(A, j) ? 1 / (1 + A(j, j)) : 1.0, 1.0);
  return rest.norm();
}

double mean_distance_from_segments(RowProgram program, Index samples) {
  double sum = 0;
  int count = 0;
  for (std::uint64_t seed = 0; seed < 4; ++seed)
    for (const Index d : {3, 5, 8})
      for (const Index scale_rows : {Index{1}, d}) {
        const NoiselessSamples world(
            {.inputs = d, .outputs = d + 1, .scale_rows = scale_rows, .condition = 10, .seed = seed}, samples);
        const Layer2 layer = learn_layer2(world.data, {.program = program});
        sum += distance_from_segments(layer.rows.C * world.teacher.B, world.teacher.A);
        ++count;
      }
  return sum / count;
}

// For finitely many samples the minimizers surround the segment; they converge to it as n grows
// (lem:QP-LP-consistency-layer-2).
TEST(Layer2Theorem, EveryProgramApproachesTheSegment) {
  for (const RowProgram program : kLayer2Programs) {
    const double few = mean_distance_from_segments(program, 256), many = mean_distance_from_segments(program, 4096);
    EXPECT_LE(many, 0.2 * few);
    EXPECT_LE(many, 0.01);
  }
}

TEST(Layer2Theorem, ImagesAreMultiplesOfOneSignedInputsOnScaleRowsOnly) {
  for (const TeacherOptions& options : teachers_with_scale_rows(2)) {
    SCOPED_TRACE(traced(options));
    const NoiselessSamples world(options, enough_samples(options.inputs));
    const double share = Random(options.seed).uniform(0, 1);
    for (Index j = 0; j < options.inputs; ++j) {
      const bool is_scale = is_scale_row(world.teacher.A, j);
      const double alpha = world.teacher.A(j, j);
      const double k = is_scale ? (1 + share * alpha) / (1 + alpha) : 1;
      const Vector image = k * world.data.Y * world.C.row(j).transpose();
      const Vector x = world.data.X.col(j);
      const Vector ratio = image.cwiseQuotient(x);
      double lowest[2] = {INFINITY, INFINITY}, highest[2] = {-INFINITY, -INFINITY};
      for (Index i = 0; i < x.size(); ++i) {
        const int positive = x(i) > 0;
        lowest[positive] = std::min(lowest[positive], ratio(i));
        highest[positive] = std::max(highest[positive], ratio(i));
      }
      for (const int positive : {0, 1}) {
        const double constant = positive ? k * (1 + alpha) : k;
        if (is_scale) {
          EXPECT_NEAR(lowest[positive], constant, 1e-6) << "row " << j;
          EXPECT_NEAR(highest[positive], constant, 1e-6) << "row " << j;
        } else {
          EXPECT_GE(highest[positive] - lowest[positive], 0.1) << "row " << j;
        }
      }
    }
  }
}

TEST(Layer2Theorem, RescaleCorrectsEveryPointOfTheSegment) {
  for (const TeacherOptions& options : teachers_with_scale_rows(3)) {
    SCOPED_TRACE(traced(options));
    const NoiselessSamples world(options, enough_samples(options.inputs));
    for (Index j = 0; j < options.inputs; ++j) {
      const bool is_scale = is_scale_row(world.teacher.A, j);
      const double lowest = is_scale ? 1 / (1 + world.teacher.A(j, j)) : 1;
      for (const double share : {0.0, 0.25, 0.5, 1.0}) {
        const double k = lowest + share * (1 - lowest);
        const Vector image = k * world.data.Y * world.C.row(j).transpose();
        const ScaleFactor found = layer2_scale(image, world.data.X.col(j), 1e-12);
        EXPECT_EQ(found.is_scale_row, is_scale) << "row " << j;
        EXPECT_NEAR(found.k, k, 1e-9) << "row " << j;
      }
    }
  }
}

}  // namespace
}  // namespace resunit::test
