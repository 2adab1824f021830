// SPDX-License-Identifier: BSD-3-Clause
// Test problems for the row programs: F (n x m), and one target of n samples per row of T.
//     noisy       t = F c + N(0, 1/4)     no c is feasible when n >> m, the minimizer is unique
//     feasible    t = F c - |N(0, 1)|     c has slack everywhere; the feasible set is bounded when n >> m
//     tied        small integers          many samples are tight at one point, and samples repeat
//     unbounded   F > 0                   every large enough c is feasible
//     infeasible  feasible except for the last sample, which contradicts the first: every c violates one by 1/2 or more
#pragma once

#include "resunit/types.hpp"
#include "support/random.hpp"

namespace resunit::test {

struct RowProblem {
  Matrix F;
  Matrix T;

  Vector target(Index row) const { return T.row(row); }
};

struct RowShape {
  Index samples;
  Index columns;
  Index rows = 1;
};

inline Matrix noisy_targets(const Matrix& F, Index rows, Random& random) {
  const Matrix C = random.gaussian(rows, F.cols());
  return C * F.transpose() + 0.5 * random.gaussian(rows, F.rows());
}

inline Matrix feasible_targets(const Matrix& F, Index rows, Random& random) {
  const Matrix C = random.gaussian(rows, F.cols());
  return C * F.transpose() - random.gaussian(rows, F.rows()).cwiseAbs();
}

inline RowProblem noisy_rows(RowShape shape, std::uint64_t seed) {
  Random random(seed);
  const Matrix F = random.gaussian(shape.samples, shape.columns);
  return {F, noisy_targets(F, shape.rows, random)};
}

inline RowProblem feasible_rows(RowShape shape, std::uint64_t seed) {
  Random random(seed);
  const Matrix F = random.gaussian(shape.samples, shape.columns);
  return {F, feasible_targets(F, shape.rows, random)};
}

inline RowProblem tied_rows(RowShape shape, std::uint64_t seed) {
  Random random(seed);
  const Matrix F = random.integers(shape.samples, shape.columns, -2, 2);
  return {F, random.integers(shape.rows, shape.samples, -2, 2)};
}

inline RowProblem unbounded_rows(RowShape shape, std::uint64_t seed) {
  RowProblem problem = noisy_rows(shape, seed);
  problem.F = problem.F.cwiseAbs();
  return problem;
}

inline RowProblem infeasible_rows(RowShape shape, std::uint64_t seed) {
  RowProblem problem = feasible_rows(shape, seed);
  const Index last = shape.samples - 1;
  problem.F.row(last) = -problem.F.row(0);  // F_0 c >= t_0  and  F_0 c <= t_0 - 1
  problem.T.col(last) = 1 - problem.T.col(0).array();
  return problem;
}

}  // namespace resunit::test
