// SPDX-License-Identifier: BSD-3-Clause
// Euclidean norms of numbers whose squares may overflow or underflow. (Eigen 3.4's stableNorm copies blocks to the
// stack and asserts that they are aligned to 64 bytes there, which GCC 12 does not guarantee.)
#pragma once

#include <Eigen/Core>
#include <algorithm>
#include <cmath>

#include "resunit/types.hpp"

namespace resunit {

/// Smallest divisor (absolute): its inverse is finite, that of a subnormal number is not. A power of two, about 1e-301,
/// so that division by it is exact.
inline constexpr double kSmallestDivisor = 0x1p-1000;

/// The Euclidean norm; NaN if an entry is NaN.
template <class Derived>
double length_of(const Eigen::MatrixBase<Derived>& M) {
  const double largest = M.size() > 0 ? M.cwiseAbs().maxCoeff() : 0.0;
  return largest > 0 ? largest * (M / largest).norm() : M.norm();
}

/// The root mean square, at least kSmallestDivisor; 1 if all entries are zero.
template <class Derived>
double rms_of(const Eigen::MatrixBase<Derived>& M) {
  const double rms = length_of(M) / std::sqrt(static_cast<double>(M.size()));
  return rms > 0 ? std::max(rms, kSmallestDivisor) : 1.0;
}

/// rms_of each column.
inline Vector column_rms(const MatrixView& X) {
  Vector rms(X.cols());
  for (Index k = 0; k < X.cols(); ++k) rms(k) = rms_of(X.col(k));
  return rms;
}

}  // namespace resunit
