// SPDX-License-Identifier: BSD-3-Clause
// (R2)  min 1/n sum_i max(0, t_i - F_i c), compared with enumeration of all vertices on tiny problems and with Clp on
// medium-sized ones.
#include <gtest/gtest.h>

#include "oracle/brute_force.hpp"
#include "row/expect_optimal.hpp"

namespace resunit::test {
namespace {

void expect_minimum_of_all_vertices(const RowProblem& problem, std::uint64_t seed) {
  SCOPED_TRACE(testing::Message() << "seed " << seed << ", F is " << problem.F.rows() << " x " << problem.F.cols());
  const RowsResult result = expect_solved(kAbsolute, problem);
  const Vector t = problem.target(0);
  EXPECT_NEAR(objective(kAbsolute, problem.F, t, result.C.row(0)), oracle::absolute_minimum(problem.F, t),
              1e-8 * objective_scale(kAbsolute, t));
}

TEST(AbsoluteHinge, ReachesTheMinimumOfAllVertices) {
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    const RowShape shape{.samples = 3 + static_cast<Index>(seed % 8), .columns = 1 + static_cast<Index>(seed % 3)};
    expect_minimum_of_all_vertices(noisy_rows(shape, seed), seed);
    expect_minimum_of_all_vertices(feasible_rows(shape, seed), seed);
  }
}

TEST(AbsoluteHinge, ReachesTheMinimumWhereSamplesTie) {
  for (std::uint64_t seed = 0; seed < 200; ++seed)
    expect_minimum_of_all_vertices(tied_rows({10, 1 + static_cast<Index>(seed % 3)}, seed), seed);
}

TEST(AbsoluteHinge, AgreesWithClpToEightDigits) {
  for (const RowShape shape : {RowShape{64, 8, 4}, RowShape{512, 8, 4}, RowShape{64, 16, 4}, RowShape{512, 16, 4}}) {
    const RowProblem problem = noisy_rows(shape, 7);
    const RowsResult result = expect_solved(kAbsolute, problem);
    for (Index j = 0; j < shape.rows; ++j) {
      const double clp = oracle::absolute_optimum(problem.F, problem.target(j)).objective;
      EXPECT_NEAR(objective(kAbsolute, problem.F, problem.target(j), result.C.row(j)), clp, 1e-8 * clp)
          << shape.samples << " x " << shape.columns << ", row " << j;
    }
  }
}

TEST(AbsoluteHinge, AgreesWithClpWhereManySamplesTie) {
  for (const std::uint64_t seed : {1, 2, 3, 4}) {
    SCOPED_TRACE(testing::Message() << "seed " << seed);
    expect_solved(kAbsolute, tied_rows({300, 8, 4}, seed));
  }
}

TEST(AbsoluteHinge, NeverDecreasesAlongADirectionFromTheMinimum) {
  const RowProblem problem = noisy_rows({60, 6}, 3);
  const Vector t = problem.target(0), c = solve(kAbsolute, problem).C.row(0);
  const double rounding_of_gap = 1e-8 * objective(kAbsolute, problem.F, t, c);
  Random random(4);
  for (int trial = 0; trial < 100; ++trial) {
    const Vector direction = random.gaussian(6, 1);
    double previous = objective(kAbsolute, problem.F, t, c);
    for (const double step : {1e-4, 1e-3, 1e-2, 0.1, 1.0}) {
      const double value = objective(kAbsolute, problem.F, t, c + step * direction);
      EXPECT_GT(value, previous - rounding_of_gap);
      previous = value;
    }
  }
}

TEST(AbsoluteHinge, HasNoLossOnFeasibleRows) {
  const RowProblem problem = feasible_rows({200, 10, 5}, 11);
  for (const RowReport& report : expect_solved(kAbsolute, problem).rows) EXPECT_LE(report.objective, 1e-9);
}

// For c between 1 and 2 the violation of the last sample is 2c; those of samples 2 and 3 are 2 - c and 5 - c.
TEST(AbsoluteHinge, BalancesGainsAndCosts) {
  const RowProblem problem{Matrix{{1.0}, {1.0}, {1.0}, {-2.0}}, Matrix{{1, 2, 5, 0}}};
  const RowsResult result = expect_solved(kAbsolute, problem);
  EXPECT_NEAR(result.rows[0].objective, 7.0 / 4, 1e-8);
}

}  // namespace
}  // namespace resunit::test
