// SPDX-License-Identifier: BSD-3-Clause
// (R0)  F c >= t: a feasible point if there is one, otherwise status "infeasible".
#include <gtest/gtest.h>

#include "oracle/brute_force.hpp"
#include "row/expect_optimal.hpp"

namespace resunit::test {
namespace {

/// Every row is feasible or infeasible, as the reference solver reports.
void expect_verdict(const RowProblem& problem, bool feasible) {
  if (feasible) {
    expect_solved(kCenter, problem);
    return;
  }
  for (const RowReport& report : solve(kCenter, problem).rows)
    EXPECT_EQ(report.status, RowStatus::infeasible)
        << to_string(report.status) << ", optimality " << report.optimality << ", violation " << report.objective;
}

TEST(Center, IsFeasibleIfAndOnlyIfAVertexIs) {
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    const RowShape shape{.samples = 4 + static_cast<Index>(seed % 7), .columns = 1 + static_cast<Index>(seed % 3)};
    for (const RowProblem& problem :
         {noisy_rows(shape, seed), feasible_rows(shape, seed), infeasible_rows(shape, seed)}) {
      SCOPED_TRACE(testing::Message() << "seed " << seed << ", F is " << shape.samples << " x " << shape.columns);
      expect_verdict(problem, !oracle::feasible_vertices(problem.F, problem.target(0)).empty());
    }
  }
}

// For small integers the feasible set may be a single point or a line segment, without interior points.
TEST(Center, IsFeasibleIfTheSetHasNoInterior) {
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    const RowProblem problem = tied_rows({8, 1 + static_cast<Index>(seed % 3)}, seed);
    SCOPED_TRACE(testing::Message() << "seed " << seed);
    expect_verdict(problem, oracle::least_violation(problem.F, problem.target(0)) <= 1e-9);
  }
}

TEST(Center, AgreesWithClpOnMediumProblems) {
  for (const RowShape shape : {RowShape{64, 8, 3}, RowShape{512, 8, 3}, RowShape{64, 16, 3}, RowShape{512, 16, 3}}) {
    SCOPED_TRACE(testing::Message() << "F is " << shape.samples << " x " << shape.columns);
    expect_verdict(feasible_rows(shape, 7), true);
    expect_verdict(unbounded_rows(shape, 7), true);
    const RowProblem contradiction = infeasible_rows(shape, 7);
    EXPECT_GE(oracle::least_violation(contradiction.F, contradiction.target(0)), 0.5 - 1e-9);
    expect_verdict(contradiction, false);
  }
}

TEST(Center, ReportsEachRowSeparately) {
  RowProblem problem = feasible_rows({100, 5, 2}, 1);
  problem.T.row(1) = noisy_rows({100, 5}, 2).T;
  const RowsResult result = solve(kCenter, problem);
  expect_row_solved(kCenter, problem, result, 0);
  EXPECT_EQ(result.rows[1].status, RowStatus::infeasible);
  EXPECT_EQ(result.status(), RowStatus::infeasible);
}

// Optimality of the analytic center:  sum_i F_i / s_i = 0,  s = F c - t > 0.
TEST(Center, BalancesTheSamples) {
  for (const std::uint64_t seed : {1, 2, 3, 4, 5}) {
    const RowProblem problem = feasible_rows({60, 6}, seed);
    const Vector slack = problem.F * solve(kCenter, problem).C.row(0).transpose() - problem.target(0);
    ASSERT_GT(slack.minCoeff(), 0) << "seed " << seed;
    const Vector multipliers = slack.cwiseInverse();
    EXPECT_LE(imbalance(problem.F, multipliers, multipliers.norm()), 1e-7) << "seed " << seed;
  }
}

TEST(Center, ReportsTheLargestViolation) {
  const RowProblem problem{Matrix{{1.0}, {-1.0}}, Matrix{{2, -1}}};  // c >= 2 and c <= 1
  const RowsResult result = solve(kCenter, problem);
  ASSERT_EQ(result.status(), RowStatus::infeasible);
  const Vector c = result.C.row(0);
  EXPECT_NEAR(result.rows[0].objective, objective(kCenter, problem.F, problem.target(0), c), 1e-12);
}

}  // namespace
}  // namespace resunit::test
