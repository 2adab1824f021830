// SPDX-License-Identifier: BSD-3-Clause
// (Rmu)  min 1/2n sum_i (s_i - phi_i)^2 - mu/n sum_i log phi_i,  s = F c - t.
#include <gtest/gtest.h>

#include <cmath>

#include "row/expect_optimal.hpp"

namespace resunit::test {
namespace {

/// max_k |F_k'l| / (|F_k| |t| sqrt mu),  l = mu / phi.
double gradient_at(const RowProblem& problem, Index j, const Vector& c, double share) {
  const Vector t = problem.target(j);
  const double mu = path_mu(t, share);
  const Vector l = mu * path_slacks(problem.F, t, c, mu).cwiseInverse();
  return imbalance(problem.F, l, t.norm() * std::sqrt(mu));
}

TEST(CentralPath, IsStationary) {
  for (const double share : {1.0, 1e-2, 1e-4, 1e-6})
    for (const std::uint64_t seed : {1, 2, 3})
      for (const RowProblem& problem : {noisy_rows({100, 6, 3}, seed), feasible_rows({100, 6, 3}, seed)}) {
        SCOPED_TRACE(testing::Message() << "seed " << seed << ", path parameter " << share);
        const RowsResult result = solve(kCentralPath, problem, {.path_parameter = share});
        EXPECT_EQ(result.status(), RowStatus::solved) << to_string(result.status());
        for (Index j = 0; j < 3; ++j) {
          EXPECT_LE(result.rows[static_cast<std::size_t>(j)].optimality, RowOptions{}.tolerance);
          EXPECT_LE(gradient_at(problem, j, result.C.row(j), share), 1e-8) << "row " << j;
        }
      }
}

TEST(CentralPath, ReportsItsObjective) {
  for (const double scale : {1.0, 30.0, 0.02}) {
    RowProblem problem = noisy_rows({100, 6, 3}, 4);
    problem.T *= scale;
    const RowsResult result = solve(kCentralPath, problem);
    for (Index j = 0; j < 3; ++j) {
      const Vector t = problem.target(j);
      EXPECT_NEAR(result.rows[static_cast<std::size_t>(j)].objective,
                  objective(kCentralPath, problem.F, t, result.C.row(j)), 1e-9 * objective_scale(kCentralPath, t))
          << "target scaled by " << scale << ", row " << j;
    }
  }
}

TEST(CentralPath, IsAMinimumAlongEveryDirection) {
  const RowProblem problem = noisy_rows({60, 6}, 3);
  const Vector t = problem.target(0), c = solve(kCentralPath, problem).C.row(0);
  Random random(4);
  for (int trial = 0; trial < 100; ++trial) {
    const Vector direction = random.gaussian(6, 1);
    double previous = objective(kCentralPath, problem.F, t, c);
    for (const double step : {1e-3, 1e-2, 0.1, 1.0}) {
      const double value = objective(kCentralPath, problem.F, t, c + step * direction);
      EXPECT_GT(value, previous);
      previous = value;
    }
  }
}

TEST(CentralPath, ConvergesToTheLeastSquaresSolution) {
  const RowProblem problem = noisy_rows({100, 6, 3}, 5);
  const Matrix end = solve(RowProgram::least_squares, problem).C;
  double last = INFINITY;
  for (const double share : {1e-2, 1e-4, 1e-6, 1e-8, 1e-10}) {
    const double distance = (solve(kCentralPath, problem, {.path_parameter = share}).C - end).norm();
    EXPECT_LT(distance, last / 2) << "path parameter " << share;
    last = distance;
  }
  EXPECT_LE(last, 1e-6 * end.norm());
}

TEST(CentralPath, ConvergesToTheCenterOfAFeasibleSet) {
  const RowProblem problem = feasible_rows({100, 6, 3}, 6);
  const Matrix end = solve(RowProgram::center, problem).C;
  EXPECT_LE((solve(kCentralPath, problem, {.path_parameter = 1e-9}).C - end).norm(), 1e-3 * end.norm());
}

TEST(CentralPath, StaysFiniteOnDegenerateProblems) {
  const Matrix F = Random(7).gaussian(40, 5), T = Random(8).gaussian(2, 40);
  Matrix dependent = F;
  dependent.col(4) = dependent.col(0);
  for (const RowProblem& problem :
       {RowProblem{dependent, T}, RowProblem{F.cwiseAbs(), T}, RowProblem{F.topRows(3), T.leftCols(3)},
        RowProblem{F.topRows(1), T.leftCols(1)}, RowProblem{F, 0 * T}, RowProblem{0 * F, T}, RowProblem{1e100 * F, T},
        RowProblem{F, 1e-100 * T}}) {
    const RowsResult result = solve(kCentralPath, problem);
    EXPECT_EQ(result.status(), RowStatus::solved) << to_string(result.status()) << ", F begins " << problem.F.row(0);
    EXPECT_TRUE(result.C.allFinite());
  }
}

}  // namespace
}  // namespace resunit::test
