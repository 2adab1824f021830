// SPDX-License-Identifier: BSD-3-Clause
// The objectives of the row programs and their optimality residuals, by plain formulas.
//     v_i = max(0, t_i - F_i c)
//     (R1)   1/2n |v|^2      stationary where F'v = 0
//     (R2)   1/n sum_i v_i   at least  t'a / n  for every a with F'a = 0, 0 <= a <= 1
//     (R0)   max_i v_i       zero where c is feasible; the center is where F'l = 0, l_i = 1 / (F_i c - t_i)
//     (Rmu)  1/2n |l|^2 - mu/n sum_i log phi_i,  l = mu / phi = phi - s,  s = F c - t    stationary where F'l = 0
#pragma once

#include <algorithm>
#include <cmath>

#include "resunit/row.hpp"

namespace resunit::test {

inline Vector violations(const MatrixView& F, const Vector& t, const Vector& c) {
  return (t - F * c).cwiseMax(0);
}

/// mu of (Rmu): `share` times the mean square of t, by default RowOptions::path_parameter.
inline double path_mu(const Vector& t, double share = RowOptions{}.path_parameter) {
  return share * t.squaredNorm() / static_cast<double>(t.size());
}

/// phi of (Rmu): the positive root of  phi^2 - s phi - mu = 0.
inline Vector path_slacks(const MatrixView& F, const Vector& t, const Vector& c, double mu) {
  const Eigen::ArrayXd s = F * c - t, root = (s.square() + 4 * mu).sqrt();
  return (s > 0).select((root + s) / 2, 2 * mu / (root - s));
}

inline double objective(RowProgram program, const MatrixView& F, const Vector& t, const Vector& c) {
  const Vector v = violations(F, t, c);
  switch (program) {
    case RowProgram::least_squares: return v.squaredNorm() / (2.0 * static_cast<double>(v.size()));
    case RowProgram::absolute: return v.mean();
    case RowProgram::center: return v.maxCoeff();
    case RowProgram::central_path: break;
  }
  const Eigen::ArrayXd phi = path_slacks(F, t, c, path_mu(t));
  return ((path_mu(t) / phi).square() / 2 - path_mu(t) * phi.log()).mean();
}

/// The scale of the objectives: their value at c = 0 if every sample is violated.
inline double objective_scale(RowProgram program, const Vector& t) {
  switch (program) {
    case RowProgram::least_squares:
    case RowProgram::central_path: return t.squaredNorm() / (2.0 * static_cast<double>(t.size()));
    case RowProgram::absolute: return t.cwiseAbs().mean();
    case RowProgram::center: return t.cwiseAbs().maxCoeff();
  }
  return NAN;
}

/// The largest relative entry of F'l, which is zero at an optimum:  max_k |F_k'l| / (|F_k| length).
inline double imbalance(const MatrixView& F, const Vector& l, double length) {
  double worst = 0;
  for (Index k = 0; k < F.cols(); ++k)
    if (F.col(k).norm() > 0) worst = std::max(worst, std::abs(F.col(k).dot(l)) / (F.col(k).norm() * length));
  return worst;
}

}  // namespace resunit::test
