// SPDX-License-Identifier: BSD-3-Clause
#include "exact/linear_rows.hpp"

#include <vector>

#include "linalg/linear_program.hpp"
#include "parallel/progress_scope.hpp"
#include "row/rows.hpp"

namespace resunit {
namespace {

constexpr double kPositive = 1e-6;  ///< smallest positive weight l; samples distributed evenly around the origin have 1
constexpr double kBalanced = 1e-10;  ///< relative to |l|: largest |W'l| that counts as zero
constexpr double kAttained = 0.5;    ///< threshold between the two possible optima of a linear program, 0 and 1
constexpr int kAttempts = 4;         ///< random cost vectors per row

}  // namespace

bool lie_in_half_space(const ExactProblem& problem) {
  const Matrix& W = problem.working_set.W;
  // Stiemke's lemma: no such a exists if there are weights l > 0 with W'l = 0. If the samples are distributed evenly
  // around the origin, the residuals of (R1) with target 1 are such weights; otherwise a linear program is solved.
  const RowsResult balance = solve_programs(RowProgram::least_squares, W, Matrix::Ones(1, W.rows()).eval(), {}, 1);
  const Vector l = 1 - (W * balance.C.row(0).transpose()).array();
  if (l.maxCoeff() < 1) return true;  // W c > 0 on every sample
  if (l.minCoeff() > kPositive && (W.transpose() * l).norm() <= kBalanced * l.norm()) return false;
  const Vector sum = W.colwise().sum();
  Matrix F(W.rows() + 1, W.cols());
  F << W, -sum.transpose();
  Vector t = Vector::Zero(F.rows());
  t(W.rows()) = -1;  // the sum of W a is at most 1, and the optimum is 1 if any entry can be positive
  const LinearProgramSolution widest = minimize_linear(-sum, F, t);
  return widest.status != LinearProgramSolution::Status::optimal || -widest.objective > kAttained;
}

void complete_linear_rows(const ExactProblem& problem, Random& random, FoundRows& rows) {
  const Spans& all = problem.working_set;
  const Matrix V = all.Z * rows.linear_outputs();
  if (V.cols() == 0) return;
  for (const Index j : std::vector<Index>(rows.open()))
    for (int attempt = 0; attempt < kAttempts && !rows.row(j); ++attempt) {
      check_cancelled();
      Vector weights(V.rows());
      for (double& weight : weights) weight = random.uniform();
      const LinearProgramSolution vertex = minimize_linear(V.transpose() * weights, V, all.X.col(j));
      if (vertex.status == LinearProgramSolution::Status::optimal)
        rows.keep(j, all.W.transpose() * (V * vertex.x - all.X.col(j)));
    }
}

}  // namespace resunit
