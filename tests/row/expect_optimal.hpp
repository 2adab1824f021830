// SPDX-License-Identifier: BSD-3-Clause
// Checks of a solution of a row: optimality residuals computed from F, t and c only, independently of the solver.
//     (R1)   max_k |F_k'v| / (|F_k| |t|)   <= 1e-9            v = max(0, t - F c)
//     (R2)   1/n sum v - 1/n t'a           <= 1e-8 mean |t|   a: a dual feasible point, found by Clp, verified here
//     (R0)   max_i v_i                     <= 1e-9 |t|        center_test.cpp checks that it is central
//     (Rmu)  is checked in central_path_test.cpp
#pragma once

#include <gtest/gtest.h>

#include "oracle/clp.hpp"
#include "resunit/row.hpp"
#include "support/row_objectives.hpp"
#include "support/row_problems.hpp"

namespace resunit::test {

inline constexpr RowProgram kLeastSquares = RowProgram::least_squares, kAbsolute = RowProgram::absolute,
                            kCenter = RowProgram::center, kCentralPath = RowProgram::central_path;
inline constexpr RowProgram kPapersPrograms[] = {kLeastSquares, kAbsolute, kCenter};
inline constexpr RowProgram kPrograms[] = {kLeastSquares, kAbsolute, kCenter, kCentralPath};

inline const char* name_of(RowProgram program) {
  switch (program) {
    case RowProgram::least_squares: return "LeastSquares";
    case RowProgram::absolute: return "Absolute";
    case RowProgram::center: return "Center";
    case RowProgram::central_path: return "CentralPath";
  }
  return "";
}

/// Rows with a unique solution: a minimizer with positive loss, or the center of a bounded set.
inline RowProblem solvable_rows(RowProgram program, RowShape shape, std::uint64_t seed) {
  return program == RowProgram::center ? feasible_rows(shape, seed) : noisy_rows(shape, seed);
}

inline RowsResult solve(RowProgram program, const RowProblem& problem, const RowOptions& options = {}, int threads = 0,
                        const Progress& progress = {}) {
  return solve_rows(program, problem.F, problem.T, options, threads, progress);
}

/// A bound on the rounding error of F c - t.
inline double rounding(const MatrixView& F, const Vector& t, const Vector& c) {
  return 1e-13 * (F.cwiseAbs() * c.cwiseAbs() + t.cwiseAbs()).maxCoeff();
}

/// The largest lower bound  t'a / n  of (R2). Columns and target are scaled to unit size, because Clp's tolerances are
/// absolute.
inline double absolute_lower_bound(const MatrixView& F, const Vector& t) {
  const Vector lengths = F.colwise().norm().array().max(1e-300).transpose();
  const Matrix unit_F = F * lengths.cwiseInverse().asDiagonal();
  const double size = t.cwiseAbs().maxCoeff();
  const Vector a = oracle::absolute_optimum(unit_F, t / size).a;
  EXPECT_LE((unit_F.transpose() * a).cwiseAbs().maxCoeff(), 1e-8) << "Clp's a is not dual feasible";
  return size * (t / size).dot(a) / static_cast<double>(t.size());
}

inline void expect_least_squares_optimal(const MatrixView& F, const Vector& t, const Vector& c) {
  EXPECT_LE(imbalance(F, violations(F, t, c), t.norm()), 1e-9);
}

inline void expect_absolute_optimal(const MatrixView& F, const Vector& t, const Vector& c) {
  const double gap = objective(RowProgram::absolute, F, t, c) - absolute_lower_bound(F, t);
  EXPECT_LE(gap, 1e-8 * objective_scale(RowProgram::absolute, t) + rounding(F, t, c));
}

inline void expect_feasible(const MatrixView& F, const Vector& t, const Vector& c) {
  EXPECT_LE(violations(F, t, c).maxCoeff(), 1e-9 * t.norm() + rounding(F, t, c));
}

/// Row j of the result solves its program, and its report has the correct numbers.
inline void expect_row_solved(RowProgram program, const RowProblem& problem, const RowsResult& result, Index j,
                              const RowOptions& options = {}) {
  SCOPED_TRACE(testing::Message() << name_of(program) << " row " << j);
  const Vector t = problem.target(j), c = result.C.row(j);
  const RowReport& report = result.rows[static_cast<std::size_t>(j)];
  ASSERT_EQ(report.status, RowStatus::solved)
      << to_string(report.status) << " after " << report.iterations << " steps, optimality " << report.optimality;
  EXPECT_LE(report.optimality, options.tolerance);
  ASSERT_TRUE(c.allFinite());
  const double value = objective(program, problem.F, t, c);
  EXPECT_NEAR(report.objective, value, 1e-9 * value + 1e-13 * objective_scale(program, t) + rounding(problem.F, t, c));
  if (t.isZero(0)) return expect_feasible(problem.F, t, c);  // like c = 0, without loss
  switch (program) {
    case RowProgram::least_squares: return expect_least_squares_optimal(problem.F, t, c);
    case RowProgram::absolute: return expect_absolute_optimal(problem.F, t, c);
    case RowProgram::center: return expect_feasible(problem.F, t, c);
    case RowProgram::central_path: return;
  }
}

/// Solves all rows and checks each of them.
inline RowsResult expect_solved(RowProgram program, const RowProblem& problem, const RowOptions& options = {}) {
  RowsResult result = solve(program, problem, options);
  EXPECT_EQ(result.C.rows(), problem.T.rows());
  EXPECT_EQ(result.C.cols(), problem.F.cols());
  for (Index j = 0; j < result.C.rows(); ++j) expect_row_solved(program, problem, result, j, options);
  return result;
}

}  // namespace resunit::test
