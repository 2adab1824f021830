#include "row/ties.hpp"

#include <Eigen/QR>

namespace resunit {

Vector solve_ties(const Matrix& Z, const Eigen::Ref<const Vector>& t, const std::vector<int>& ties, const Vector& g) {
  if (ties.empty()) return g;
  constexpr double kRankTolerance = 1e-11;  // rows of Z are at most of unit length
  const Eigen::MatrixXd tied = Z(ties, Eigen::all);
  Eigen::CompleteOrthogonalDecomposition<Eigen::MatrixXd> solver;
  solver.setThreshold(kRankTolerance);
  solver.compute(tied);
  Vector snapped = g + solver.solve(t(ties) - tied * g);
  snapped += solver.solve(t(ties) - tied * snapped);  // one refinement: the answer to working precision
  return snapped;
}

}  // namespace resunit
