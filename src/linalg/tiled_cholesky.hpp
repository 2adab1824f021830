// SPDX-License-Identifier: BSD-3-Clause
// Cholesky factorization A = L L' on several threads, with the same bits for any number of them.
// The matrix is divided into square tiles; threads divide tiles, and every tile is updated in the same order.
#pragma once

#include "resunit/types.hpp"

namespace resunit {

/// Overwrites the lower triangle of A by L; false if A is not positive definite to working precision.
bool factor_cholesky(Eigen::MatrixXd& A, int threads);

/// Solves L L' x = b in place.
void solve_cholesky(const Eigen::MatrixXd& L, Vector& b);

}  // namespace resunit
