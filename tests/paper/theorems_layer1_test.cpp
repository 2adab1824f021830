// SPDX-License-Identifier: BSD-3-Clause
// The paper's theorems on layer 1, tested on samples:
//     thm:layer1           G1(A) = 0 iff a_j = k_j a_j*, 0 <= k_j <= 1, in every row
//     thm:rescale-layer1   (a_j x)^+ / (a_j* x)^+ = k_j if a_j x > 0
// G1 of row j is (R1) with F = -X, t = -h_j, h = (A* x)^+.
#include <gtest/gtest.h>

#include "paper/layers.hpp"
#include "resunit/metrics.hpp"
#include "support/noiseless_samples.hpp"
#include "support/row_objectives.hpp"

namespace resunit::test {
namespace {

/// (R1) of row j at the row a, as a share of its value at a = 0 with all samples counted.
double layer1_loss(const NoiselessSamples& world, Index j, const Vector& a) {
  const RowProblem problem = world.layer1();
  return objective(RowProgram::least_squares, problem.F, problem.target(j), a) /
         objective_scale(RowProgram::least_squares, problem.target(j));
}

/// The theorems on layer 1 hold for any signs: some teachers have negative entries.
std::vector<TeacherOptions> teachers_of_many_signs(int seeds) {
  std::vector<TeacherOptions> all;
  for (const double negative : {0.0, 0.5})
    for (int seed = 0; seed < seeds; ++seed)
      for (const Index d : {2, 4, 7, 12})
        all.push_back({.inputs = d, .negative = negative, .seed = static_cast<std::uint64_t>(seed)});
  return all;
}

TEST(Layer1Theorem, EveryShorterMultipleOfTheTruthHasZeroLoss) {
  for (const TeacherOptions& options : teachers_of_many_signs(5)) {
    SCOPED_TRACE(traced(options));
    const NoiselessSamples world(options, 512);
    for (Index j = 0; j < options.inputs; ++j)
      for (const double k : {0.0, 1e-3, 0.25, 0.5, 0.99, 1.0})
        EXPECT_LE(layer1_loss(world, j, k * world.teacher.A.row(j)), 1e-28) << "row " << j << ", k = " << k;
  }
}

TEST(Layer1Theorem, LongerAndReversedMultiplesOfTheTruthHavePositiveLoss) {
  for (const TeacherOptions& options : teachers_of_many_signs(5)) {
    SCOPED_TRACE(traced(options));
    const NoiselessSamples world(options, 512);
    for (Index j = 0; j < options.inputs; ++j)
      for (const double k : {-2.0, -0.01, 1.01, 2.0})
        EXPECT_GE(layer1_loss(world, j, k * world.teacher.A.row(j)), 1e-5) << "row " << j << ", k = " << k;
  }
}

TEST(Layer1Theorem, OtherDirectionsHavePositiveLossForEnoughSamples) {
  for (const TeacherOptions& options : teachers_of_many_signs(3)) {
    SCOPED_TRACE(traced(options));
    const NoiselessSamples world(options, 4096);
    Random random(options.seed);
    for (Index j = 0; j < options.inputs; ++j)
      for (const double k : {0.01, 0.5, 1.0}) {
        const Vector truth = world.teacher.A.row(j);
        Vector aside = random.gaussian(options.inputs, 1);
        aside -= truth * aside.dot(truth) / truth.squaredNorm();
        const Vector other = k * (truth + 0.2 * truth.norm() / aside.norm() * aside);
        EXPECT_GE(layer1_loss(world, j, other), 1e-12) << "row " << j << ", k = " << k;
      }
  }
}

TEST(Layer1Theorem, RatiosOfActiveOutputsAreTheScaleFactor) {
  for (const TeacherOptions& options : teachers_of_many_signs(3)) {
    const NoiselessSamples world(options, 256);
    const double k = Random(options.seed).uniform(0.01, 1);
    const Matrix outputs = (k * world.teacher.A * world.data.X.transpose()).cwiseMax(0);
    for (Index e = 0; e < outputs.size(); ++e)
      EXPECT_NEAR(outputs.data()[e], k * world.H.data()[e], 1e-9 * outputs.data()[e]);
  }
}

TEST(Rescale, UndoesAnyFactorBetweenZeroAndOne) {
  for (const TeacherOptions& options : teachers_of_many_signs(5)) {
    SCOPED_TRACE(traced(options));
    const NoiselessSamples world(options, 128);
    for (Index j = 0; j < options.inputs; ++j)
      for (const double k : {1e-6, 0.1, 0.5, 1.0}) {
        const Vector image = k * world.data.X * world.teacher.A.row(j).transpose();
        for (const Rescale rescale : {Rescale::paper, Rescale::authors})
          EXPECT_NEAR(layer1_scale(image, world.H.row(j), rescale) / k, 1, 1e-12) << to_string(rescale);
      }
  }
}

TEST(Layer1Theorem, ZeroIsAMinimizerThatIsNotReturned) {
  for (const double noise : {0.0, 0.3})
    for (const TeacherOptions& options : teachers_of_many_signs(3)) {
      SCOPED_TRACE(traced(options));
      const NoiselessSamples world(options, 512);
      const Matrix F = -world.data.X;
      const Matrix H = (world.H + noise * Random(7).gaussian(world.H.rows(), world.H.cols())).cwiseMax(0);
      for (Index j = 0; j < options.inputs; ++j)
        EXPECT_EQ(objective(RowProgram::least_squares, F, -H.row(j), Vector::Zero(options.inputs)), 0);

      const RowProgram program = noise > 0 ? RowProgram::central_path : RowProgram::center;
      const Layer1 layer = learn_layer1(world.data.X, H, {.program = program});
      for (Index j = 0; j < options.inputs; ++j) {
        EXPECT_GT(layer.k(j), 0) << "row " << j;
        const double cosine = layer.A.row(j).normalized().dot(world.teacher.A.row(j).normalized());
        EXPECT_GE(cosine, noise > 0 ? 0.8 : 0.95) << "row " << j;
      }
    }
}

}  // namespace
}  // namespace resunit::test
