// The Euclidean length of numbers whose squares may overflow or vanish. (Eigen 3.4's stableNorm copies blocks to the
// stack and asserts that they lie on a multiple of 64 bytes there, which GCC 12 does not grant.)
#pragma once

#include <Eigen/Core>

namespace resunit {

/// NaN where an entry is.
template <class Derived>
double length_of(const Eigen::MatrixBase<Derived>& M) {
  const double largest = M.size() > 0 ? M.cwiseAbs().maxCoeff() : 0.0;
  return largest > 0 ? largest * (M / largest).norm() : M.norm();
}

}  // namespace resunit
