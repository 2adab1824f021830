// SPDX-License-Identifier: BSD-3-Clause
// Rows compared with Clp on many small problems of all kinds: the same objective, and the same feasibility.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "hostile/problems.hpp"
#include "oracle/clp.hpp"
#include "resunit/row.hpp"
#include "support/row_objectives.hpp"
#include "support/row_problems.hpp"

namespace resunit::test {
namespace {

constexpr std::uint64_t kProblems = 150;
constexpr double kSameObjective = 1e-8;  ///< relative to the objective of c = 0

RowProblem draw_rows(std::uint64_t seed) {
  Random random(seed);
  const Index m = random.integer(1, 8), n = random.integer(1, 10 * m);
  const RowShape shape{.samples = n, .columns = m, .rows = 2};
  RowProblem problem;
  switch (random.integer(0, 4)) {
    case 0: problem = noisy_rows(shape, seed); break;
    case 1: problem = feasible_rows(shape, seed); break;
    case 2: problem = tied_rows(shape, seed); break;
    case 3: problem = unbounded_rows(shape, seed); break;
    default: problem = n > 1 ? infeasible_rows(shape, seed) : noisy_rows(shape, seed);
  }
  if (random.integer(0, 3) == 0) problem.F = with_repeated_rows(problem.F, random);
  if (random.integer(0, 3) == 0) problem.F = with_a_repeated_column(problem.F);
  if (random.integer(0, 3) == 0) problem.F.col(0) *= std::pow(10.0, random.uniform(-2, 2));
  return problem;
}

/// Calls check(F, t, c, report) for every row of many problems, as the program solves them.
template <class Check>
void for_each_row(RowProgram program, Check&& check) {
  for (std::uint64_t seed = 0; seed < problem_count(kProblems); ++seed) {
    SCOPED_TRACE(testing::Message() << "seed " << seed);
    const RowProblem problem = draw_rows(seed);
    const RowsResult result = solve_rows(program, problem.F, problem.T, {}, 1);
    for (Index j = 0; j < problem.T.rows(); ++j)
      check(problem.F, problem.target(j), Vector(result.C.row(j)), result.rows[static_cast<std::size_t>(j)]);
  }
}

TEST(Differential, AbsoluteRowsReachTheObjectiveOfClp) {
  for_each_row(RowProgram::absolute, [](const Matrix& F, const Vector& t, const Vector& c, const RowReport& report) {
    EXPECT_EQ(report.status, RowStatus::solved);
    const double scale = objective_scale(RowProgram::absolute, t);
    EXPECT_NEAR(objective(RowProgram::absolute, F, t, c), oracle::absolute_optimum(F, t).objective,
                kSameObjective * scale);
  });
}

/// Clp's quadratic simplex method sometimes fails, and for about one row in 300 ends far above the minimum: it can only
/// show that our objective is too high, not that it is too low.
TEST(Differential, LeastSquaresRowsAreNeverAboveClpAndMostlyEqual) {
  std::uint64_t rows = 0, equal = 0;
  for_each_row(RowProgram::least_squares,
               [&](const Matrix& F, const Vector& t, const Vector& c, const RowReport& report) {
                 EXPECT_EQ(report.status, RowStatus::solved);
                 ++rows;
                 const std::optional<Vector> other = oracle::least_squares_optimum(F, t);
                 if (!other) return;
                 const double scale = objective_scale(RowProgram::least_squares, t);
                 const double ours = objective(RowProgram::least_squares, F, t, c);
                 const double theirs = objective(RowProgram::least_squares, F, t, *other);
                 EXPECT_LE(ours, theirs + kSameObjective * scale);
                 equal += theirs - ours < 1e-6 * scale;
               });
  RecordProperty("rows", static_cast<int>(rows));
  RecordProperty("equal", static_cast<int>(equal));
  EXPECT_GE(static_cast<double>(equal), 0.95 * static_cast<double>(rows));
}

TEST(Differential, CentersAreFeasibleIfClpFindsAPoint) {
  constexpr double kClear = 1e-6;  ///< closer to the boundary the result depends on Clp's tolerance
  for_each_row(RowProgram::center, [](const Matrix& F, const Vector& t, const Vector& c, const RowReport& report) {
    const double violation = oracle::least_violation(F, t), scale = std::max(1.0, t.cwiseAbs().maxCoeff());
    if (violation < -kClear * scale) {
      EXPECT_EQ(report.status, RowStatus::solved) << "violation " << violation;
      EXPECT_LE(violations(F, t, c).maxCoeff(), 1e-8 * scale);
    }
    if (violation > kClear * scale) {
      EXPECT_EQ(report.status, RowStatus::infeasible) << "violation " << violation;
    }
  });
}

}  // namespace
}  // namespace resunit::test
