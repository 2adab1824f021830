// The top pair of a symmetric generalised eigenproblem,
//     A v = lambda B v,   B positive definite,   lambda largest,
// by LAPACK's dsygvx, which finds this one pair only.
#pragma once

#include "resunit/types.hpp"

namespace resunit {

struct EigenPair {
  double value = 0;
  Vector vector;  ///< of unit length; empty where B has no Cholesky factor
};

/// Only the lower triangles are read; both matrices are destroyed.
EigenPair top_eigenvector(Eigen::MatrixXd& A, Eigen::MatrixXd& B);

}  // namespace resunit
