// SPDX-License-Identifier: BSD-3-Clause
// Singular values and the top eigenpair, without the rest of a decomposition.
#pragma once

#include "resunit/types.hpp"

namespace resunit {

/// Largest first, min(rows, columns) of them.
Vector singular_values(const MatrixView& M);

struct EigenPair {
  double value = 0;
  Vector vector;  ///< of unit length; empty where B has no Cholesky factor
};

/// The top pair of the symmetric generalized eigenproblem
///     A v = lambda B v,   B positive definite,   lambda largest,
/// by LAPACK's dsygvx, which finds this one pair only. Only the lower triangles are read; both matrices are destroyed.
EigenPair top_eigenvector(Eigen::MatrixXd& A, Eigen::MatrixXd& B);

}  // namespace resunit
