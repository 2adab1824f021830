// SPDX-License-Identifier: BSD-3-Clause
// (R1)  min 1/2n sum_i max(0, t_i - F_i c)^2, compared with enumeration of all active sets on tiny
// problems and with a gradient method on medium-sized ones.
#include <gtest/gtest.h>

#include "oracle/brute_force.hpp"
#include "row/expect_optimal.hpp"
#include "support/noiseless_samples.hpp"

namespace resunit::test {
namespace {

void expect_minimum_of_all_active_sets(const RowProblem& problem, std::uint64_t seed) {
  SCOPED_TRACE(testing::Message() << "seed " << seed << ", F is " << problem.F.rows() << " x " << problem.F.cols());
  const RowsResult result = expect_solved(kLeastSquares, problem);
  const Vector t = problem.target(0);
  EXPECT_NEAR(objective(kLeastSquares, problem.F, t, result.C.row(0)), oracle::least_squares_minimum(problem.F, t),
              1e-12 * objective_scale(kLeastSquares, t));
}

TEST(LeastSquaresHinge, ReachesTheMinimumOfAllActiveSets) {
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    const RowShape shape{.samples = 3 + static_cast<Index>(seed % 6), .columns = 1 + static_cast<Index>(seed % 3)};
    expect_minimum_of_all_active_sets(noisy_rows(shape, seed), seed);
    expect_minimum_of_all_active_sets(feasible_rows(shape, seed), seed);
  }
}

TEST(LeastSquaresHinge, ReachesTheMinimumWhereSamplesTie) {
  for (std::uint64_t seed = 0; seed < 200; ++seed)
    expect_minimum_of_all_active_sets(tied_rows({8, 1 + static_cast<Index>(seed % 3)}, seed), seed);
}

TEST(LeastSquaresHinge, AgreesWithAGradientMethod) {
  for (const RowShape shape : {RowShape{64, 8, 4}, RowShape{512, 8, 4}, RowShape{64, 16, 4}, RowShape{512, 16, 4}}) {
    const RowProblem problem = noisy_rows(shape, 7);
    const RowsResult result = expect_solved(kLeastSquares, problem);
    for (Index j = 0; j < shape.rows; ++j) {
      const Vector by_gradient = oracle::least_squares_by_gradient(problem.F, problem.target(j));
      EXPECT_LE((result.C.row(j).transpose() - by_gradient).norm(), 1e-10 * by_gradient.norm());
    }
  }
}

TEST(LeastSquaresHinge, IncreasesAlongEveryDirectionFromTheMinimum) {
  const RowProblem problem = noisy_rows({60, 6}, 3);
  const Vector t = problem.target(0), c = solve(kLeastSquares, problem).C.row(0);
  Random random(4);
  for (int trial = 0; trial < 100; ++trial) {
    const Vector direction = random.gaussian(6, 1);
    double previous = objective(kLeastSquares, problem.F, t, c);
    for (const double step : {1e-4, 1e-3, 1e-2, 0.1, 1.0}) {
      const double value = objective(kLeastSquares, problem.F, t, c + step * direction);
      EXPECT_GT(value, previous);
      previous = value;
    }
  }
}

TEST(LeastSquaresHinge, HasNoLossOnFeasibleRows) {
  const RowProblem problem = feasible_rows({200, 10, 5}, 11);
  for (const RowReport& report : expect_solved(kLeastSquares, problem).rows) EXPECT_LE(report.objective, 1e-20);
}

TEST(LeastSquaresHinge, BalancesContradictorySamples) {
  const RowProblem problem{Matrix{{1.0}, {1.0}, {-1.0}}, Matrix{{1, 3, 0}}};  // c >= 1, c >= 3, c <= 0
  EXPECT_NEAR(solve(kLeastSquares, problem).C(0, 0), 1.5, 1e-14);
}

// The last samples require a large c_2, which no sample bounds.
TEST(LeastSquaresHinge, StopsIfAWeightIsUnbounded) {
  const RowProblem problem{Matrix{{1, 0}, {-1, 0}, {-1, 0}, {0, 1}, {1, 1}}, Matrix{{2, -2, 1, 3, 3}}};
  EXPECT_LE(expect_solved(kLeastSquares, problem).C.norm(), 1e6);
}

TEST(LeastSquaresHinge, RequiresFewStepsForAnySize) {
  const RowProblem problem = noisy_rows({512, 16, 16}, 5);
  for (const RowReport& report : expect_solved(kLeastSquares, problem).rows) EXPECT_LE(report.iterations, 20);
}

// With 256 samples per column or more, the steps on all samples start from the solution for every eighth sample.
TEST(LeastSquaresHinge, RequiresFewStepsOnManySamples) {
  const RowProblem problem = noisy_rows({4096, 8, 8}, 5);
  double steps = 0;
  for (const RowReport& report : expect_solved(kLeastSquares, problem).rows) steps += report.iterations;
  EXPECT_LE(steps, 8 * 6);
  for (Index j = 0; j < 8; ++j) {
    const Vector by_gradient = oracle::least_squares_by_gradient(problem.F, problem.target(j));
    EXPECT_LE((solve(kLeastSquares, problem).C.row(j).transpose() - by_gradient).norm(), 1e-10 * by_gradient.norm());
  }
}

TEST(LeastSquaresHinge, RequiresNoStepOnManyNoiselessSamples) {
  const NoiselessSamples samples({.inputs = 6, .condition = 10, .seed = 1}, 4096);
  const RowsResult result = solve(kLeastSquares, samples.layer2());
  for (const RowReport& report : result.rows) EXPECT_EQ(report.iterations, 0);
  EXPECT_LE((result.C - samples.C).norm(), 1e-10 * samples.C.norm());
}

}  // namespace
}  // namespace resunit::test
