// SPDX-License-Identifier: BSD-3-Clause
// Projections onto orthogonal complements, and orthonormal bases of column spaces.
#pragma once

#include <Eigen/QR>
#include <algorithm>

#include "resunit/types.hpp"

namespace resunit {

/// (I - QQ') V for orthonormal Q, applied twice: a single pass loses digits if V is nearly in the span of Q.
inline Matrix project_out(const Matrix& Q, Matrix V) {
  for (int pass = 0; pass < 2; ++pass) V -= Q * (Q.transpose() * V);
  return V;
}

/// Orthonormal columns that span those of M, whose columns have norm at most one; pivots up to `tolerance` (absolute)
/// count as zero.
inline Eigen::MatrixXd orthonormal_columns(const Eigen::MatrixXd& M, double tolerance) {
  if (M.cols() == 0) return M;
  const Eigen::ColPivHouseholderQR<Eigen::MatrixXd> qr(M);
  const Vector diagonal = qr.matrixR().diagonal().head(std::min(M.rows(), M.cols())).cwiseAbs();
  const Index rank = (diagonal.array() > tolerance).count();
  Eigen::MatrixXd Q = Eigen::MatrixXd::Identity(M.rows(), rank);
  Q.applyOnTheLeft(qr.householderQ());
  return Q;
}

}  // namespace resunit
