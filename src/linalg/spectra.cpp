// SPDX-License-Identifier: BSD-3-Clause
#include "linalg/spectra.hpp"

#include <lapacke.h>

#include <Eigen/SVD>

namespace resunit {

Vector singular_values(const MatrixView& M) {
  return Eigen::JacobiSVD<Eigen::MatrixXd>(Eigen::MatrixXd(M)).singularValues();
}

EigenPair top_eigenvector(Eigen::MatrixXd& A, Eigen::MatrixXd& B) {
  const auto d = static_cast<lapack_int>(A.rows());
  Vector values(d), vector(d);
  lapack_int found = 0, failed = 0;
  const lapack_int info = LAPACKE_dsygvx(LAPACK_COL_MAJOR, 1, 'V', 'I', 'L', d, A.data(), d, B.data(), d, 0, 0, d, d, 0,
                                         &found, values.data(), vector.data(), d, &failed);
  if (info != 0 || found != 1) return {};
  return {.value = values(0), .vector = vector.normalized()};
}

}  // namespace resunit
