// SPDX-License-Identifier: BSD-3-Clause
// Rows of noiseless units. The loss is zero exactly for the c with F c >= t: (R0), (R1) and (R2) have the same set of
// solutions (lem:layer2_nonzero, lem:layer1_nonzero), which shrinks to the true row as the number of samples increases
// (thm:layer2, thm:layer1).
#include <gtest/gtest.h>

#include "row/expect_optimal.hpp"
#include "support/noiseless_samples.hpp"

namespace resunit::test {
namespace {

/// A solution of one program has no loss in the others.
void expect_solution_of_all_programs(const RowProblem& problem, const Matrix& C, RowProgram solver) {
  for (Index j = 0; j < C.rows(); ++j)
    for (const RowProgram program : kPapersPrograms)
      EXPECT_LE(objective(program, problem.F, problem.target(j), C.row(j)),
                1e-8 * objective_scale(program, problem.target(j)))
          << name_of(program) << "'s loss at a solution of " << name_of(solver) << ", row " << j;
}

/// The largest width of row j's feasible set along the axes, by Clp.
double feasible_width(const RowProblem& problem, Index j) {
  double width = 0;
  for (Index k = 0; k < problem.F.cols(); ++k)
    width = std::max(
        width, oracle::range_on_feasible_set(Vector::Unit(problem.F.cols(), k), problem.F, problem.target(j))->width());
  return width;
}

TEST(NoiselessRows, EveryProgramSolvesTheOthers) {
  for (const std::uint64_t seed : {1, 2, 3})
    for (const Index n : {24, 48, 512}) {
      SCOPED_TRACE(testing::Message() << "seed " << seed << ", n = " << n);
      const NoiselessSamples samples({.inputs = 8, .seed = seed}, n);
      for (const RowProgram solver : kPapersPrograms)
        for (const RowProblem& problem : {samples.layer1(), samples.layer2()})
          expect_solution_of_all_programs(problem, expect_solved(solver, problem).C, solver);
    }
}

TEST(NoiselessRows, TheTruthSolvesEveryProgram) {
  const NoiselessSamples samples({.inputs = 8, .seed = 4}, 512);
  for (const RowProgram solver : kPapersPrograms) expect_solution_of_all_programs(samples.layer2(), samples.C, solver);
  for (const double k : {0.0, 0.5, 1.0})
    for (const RowProgram solver : kPapersPrograms)
      expect_solution_of_all_programs(samples.layer1(), k * samples.teacher.A, solver);
}

TEST(NoiselessRows, Layer2IsTheTruthIfTheFeasibleSetIsAPoint) {
  const NoiselessSamples samples({.inputs = 6, .seed = 5}, 512);
  const RowProblem problem = samples.layer2();
  for (const RowProgram program : kPapersPrograms) {
    const Matrix C = expect_solved(program, problem).C;
    for (Index j = 0; j < 6; ++j) {
      ASSERT_LE(feasible_width(problem, j), 1e-7) << "row " << j;
      EXPECT_LE((C.row(j) - samples.C.row(j)).norm(), 1e-6 * samples.C.row(j).norm())
          << name_of(program) << " row " << j;
    }
  }
}

TEST(NoiselessRows, LeastSquaresRecoversLayer2ToMachinePrecision) {
  for (const std::uint64_t seed : {1, 2, 3, 4, 5}) {
    const NoiselessSamples samples({.inputs = 16, .seed = seed}, 512);
    const Matrix C = solve(RowProgram::least_squares, samples.layer2()).C;
    EXPECT_LE((C - samples.C).norm(), 1e-9 * samples.C.norm()) << "seed " << seed;
  }
}

TEST(NoiselessRows, FewSamplesHaveAWideFeasibleSet) {
  const NoiselessSamples samples({.inputs = 6, .seed = 6}, 14);
  EXPECT_GE(feasible_width(samples.layer2(), 0), 1e-3);
}

// a = 0 always solves layer 1; the center must differ from it, because zero cannot be rescaled.
TEST(NoiselessRows, Layer1HasItsCenterAlongTheTruth) {
  const NoiselessSamples samples({.inputs = 6, .seed = 7}, 512);
  const Matrix A = expect_solved(RowProgram::center, samples.layer1()).C;
  for (Index j = 0; j < 6; ++j) {
    EXPECT_GE(A.row(j).norm(), 0.1 * samples.teacher.A.row(j).norm()) << "row " << j;
    EXPECT_GE(A.row(j).normalized().dot(samples.teacher.A.row(j).normalized()), 0.99) << "row " << j;
  }
}

}  // namespace
}  // namespace resunit::test
