// SPDX-License-Identifier: BSD-3-Clause
// The entry point of the row programs: validation, reports, progress and cancellation.
#include <gtest/gtest.h>

#include <cmath>
#include <set>
#include <thread>

#include "resunit/error.hpp"
#include "row/expect_optimal.hpp"
#include "support/message_of.hpp"

namespace resunit::test {
namespace {

template <class Error>
std::string error_of(const Matrix& F, const Matrix& T, const RowOptions& options = {}) {
  return message_of<Error>([&] { solve_rows(kLeastSquares, F, T, options); });
}

constexpr const char* kAccepted = "nothing was thrown";

RowsResult with_rows(std::vector<RowStatus> statuses) {
  RowsResult result;
  for (const RowStatus status : statuses) result.rows.push_back({.status = status});
  return result;
}

TEST(Rows, RejectShapesThatDoNotMatch) {
  EXPECT_EQ(error_of<DataError>(Matrix::Ones(5, 2), Matrix::Ones(3, 7)), "F has 5 rows, T has 7 columns");
}

TEST(Rows, RejectEmptyData) {
  EXPECT_NE(error_of<DataError>(Matrix(0, 2), Matrix(3, 0)), kAccepted);
  EXPECT_NE(error_of<DataError>(Matrix(5, 0), Matrix::Ones(3, 5)), kAccepted);
}

TEST(Rows, RejectEntriesThatAreNotFinite) {
  for (const double bad : {static_cast<double>(NAN), static_cast<double>(INFINITY), -static_cast<double>(INFINITY)}) {
    Matrix F = Matrix::Ones(5, 2), T = Matrix::Ones(3, 5);
    F(4, 1) = bad;
    EXPECT_NE(error_of<DataError>(F, T).find('F'), std::string::npos) << error_of<DataError>(F, T);
    T(2, 3) = bad;
    EXPECT_NE(error_of<DataError>(Matrix::Ones(5, 2), T).find('T'), std::string::npos);
  }
}

TEST(Rows, RejectOptionsOutOfRange) {
  const Matrix F = Matrix::Ones(5, 1), T = Matrix::Ones(1, 5);
  EXPECT_EQ(error_of<OptionError>(F, T, {.tolerance = -1}), "RowOptions::tolerance = -1, expected a value in (0, 1)");
  EXPECT_NE(error_of<OptionError>(F, T, {.tolerance = 1}), kAccepted);
  EXPECT_NE(error_of<OptionError>(F, T, {.tolerance = NAN}), kAccepted);
  EXPECT_NE(error_of<OptionError>(F, T, {.max_iterations = 0}), kAccepted);
  EXPECT_NE(error_of<OptionError>(F, T, {.rank_tolerance = 0}), kAccepted);
  EXPECT_EQ(message_of<OptionError>([&] { solve_rows(kLeastSquares, F, T, {}, -1); }),
            "threads = -1, expected a value of at least 0");
}

TEST(Rows, AcceptBlocksOfLargerMatrices) {
  const RowProblem large = noisy_rows({60, 8, 4}, 1);
  const RowProblem copied{large.F.middleRows(10, 40).leftCols(5), large.T.block(1, 10, 2, 40)};
  const RowsResult viewed =
      solve_rows(kLeastSquares, large.F.middleRows(10, 40).leftCols(5), large.T.block(1, 10, 2, 40));
  EXPECT_TRUE(viewed.C == solve(kLeastSquares, copied).C);
}

TEST(Rows, ReportRankAndCondition) {
  const Matrix identity = Matrix::Identity(4, 4);
  EXPECT_EQ(solve(kLeastSquares, {identity, Matrix::Ones(1, 4)}).rank, 4);
  EXPECT_NEAR(solve(kLeastSquares, {7 * identity, Matrix::Ones(1, 4)}).condition, 1, 1e-12);
  const Matrix nearly_parallel{{1, 1}, {0, 1e-3}};  // unit columns at an angle of 1e-3: singular values sqrt(1 +- cos)
  EXPECT_NEAR(solve(kLeastSquares, {nearly_parallel, Matrix::Ones(1, 2)}).condition, 2e3, 1);
}

TEST(Rows, RankDependsOnTheRankTolerance) {
  RowProblem problem = noisy_rows({40, 3}, 2);
  problem.F.col(2) = problem.F.col(1) + 1e-5 * problem.F.col(2);
  EXPECT_EQ(solve(kLeastSquares, problem).rank, 3);
  EXPECT_EQ(solve(kLeastSquares, problem, {.rank_tolerance = 1e-3}).rank, 2);
}

TEST(RowStatus, IsNotRunInitially) {
  EXPECT_EQ(RowReport{}.status, RowStatus::not_run);
  EXPECT_EQ(RowsResult{}.status(), RowStatus::not_run);
}

TEST(RowStatus, SolvedMeansOptimalityWithinTolerance) {
  for (const RowProgram program : kPrograms)
    for (const double tolerance : {1e-3, 1e-6, 1e-9}) {
      const RowsResult result = solve(program, feasible_rows({100, 6}, 1), {.tolerance = tolerance});
      EXPECT_EQ(result.status(), RowStatus::solved) << name_of(program) << " to " << tolerance;
      EXPECT_LE(result.rows[0].optimality, tolerance) << name_of(program);
    }
}

TEST(RowStatus, IterationLimitAfterOneStep) {
  for (const RowProgram program : kPrograms) {
    const RowsResult result = solve(program, solvable_rows(program, {100, 6, 2}, 1), {.max_iterations = 1});
    EXPECT_EQ(result.status(), RowStatus::iteration_limit) << name_of(program);
    EXPECT_EQ(result.rows[0].iterations, 1) << name_of(program);
    EXPECT_GT(result.rows[0].optimality, RowOptions{}.tolerance) << name_of(program);
    EXPECT_TRUE(result.C.allFinite()) << name_of(program);
  }
}

TEST(RowStatus, InfeasibleIfSamplesContradictEachOther) {
  EXPECT_EQ(solve(RowProgram::center, infeasible_rows({50, 4}, 1)).status(), RowStatus::infeasible);
}

TEST(RowStatus, StalledIfTheToleranceIsBelowRoundingError) {
  for (const RowProgram program : {RowProgram::least_squares, RowProgram::absolute}) {
    const RowsResult result = solve(program, noisy_rows({100, 6}, 1), {.tolerance = 1e-300});
    EXPECT_EQ(result.status(), RowStatus::stalled) << name_of(program) << ": " << to_string(result.status());
    EXPECT_TRUE(result.C.allFinite()) << name_of(program);
  }
}

TEST(RowStatus, OfAllRowsIsTheWorstStatus) {
  using enum RowStatus;
  EXPECT_EQ(with_rows({solved, solved}).status(), solved);
  EXPECT_EQ(with_rows({solved, iteration_limit, solved}).status(), iteration_limit);
  EXPECT_EQ(with_rows({stalled, infeasible, solved}).status(), stalled);
  EXPECT_NE(with_rows({solved, not_run}).status(), solved);
}

TEST(RowStatus, HasDistinctNames) {
  using enum RowStatus;
  std::set<std::string_view> names;
  for (const RowStatus status : {not_run, solved, iteration_limit, infeasible, stalled})
    names.insert(to_string(status));
  EXPECT_EQ(names.size(), 5u);
  EXPECT_FALSE(names.contains(""));
}

TEST(RowProgress, IncreasesFromZeroToOneOnTheCallersThread) {
  for (const RowProgram program : kPrograms) {
    double last = 0;
    int calls = 0;
    const auto watch = [&, caller = std::this_thread::get_id()](std::string_view stage, double fraction) {
      EXPECT_EQ(std::this_thread::get_id(), caller);
      EXPECT_FALSE(stage.empty());
      EXPECT_GE(fraction, last);
      EXPECT_LE(fraction, 1);
      last = fraction;
      ++calls;
    };
    solve(program, feasible_rows({100, 6, 70}, 1), {}, 2, watch);
    EXPECT_GE(calls, 1) << name_of(program);
  }
}

TEST(RowProgress, AnExceptionCancelsTheWorkAndReachesTheCaller) {
  struct Interrupted {};
  const auto interrupt = [](std::string_view, double) { throw Interrupted{}; };
  for (const RowProgram program : kPrograms)
    for (const int threads : {1, 2, 3})
      EXPECT_THROW(solve(program, feasible_rows({100, 6, 70}, 1), {}, threads, interrupt), Interrupted)
          << name_of(program) << " with " << threads << " threads";
}

}  // namespace
}  // namespace resunit::test
