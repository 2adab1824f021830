// SPDX-License-Identifier: BSD-3-Clause
#include "row/ties.hpp"

#include <Eigen/QR>

#include "linalg/indexing.hpp"

namespace resunit {

Vector solve_ties(const Matrix& Z, const Eigen::Ref<const Vector>& t, const std::vector<int>& ties, const Vector& g) {
  if (ties.empty()) return g;
  constexpr double kRankTolerance = 1e-11;  // relative to the largest pivot
  const Eigen::MatrixXd tied = Z(ties, kAll);
  Eigen::CompleteOrthogonalDecomposition<Eigen::MatrixXd> solver;
  solver.setThreshold(kRankTolerance);
  solver.compute(tied);
  Vector snapped = g + solver.solve(t(ties) - tied * g);
  snapped += solver.solve(t(ties) - tied * snapped);  // one step of iterative refinement
  return snapped;
}

}  // namespace resunit
