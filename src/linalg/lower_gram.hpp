// SPDX-License-Identifier: BSD-3-Clause
// Gram matrices M'M, computed on the lower triangle.
#pragma once

#include "resunit/types.hpp"

namespace resunit {

/// G += factor M'M, on the lower triangle.
inline void add_lower_gram(const MatrixView& M, double factor, Eigen::MatrixXd& G) {
  if (M.rows() == 0) return;  // Eigen would divide by zero
  G.selfadjointView<Eigen::Lower>().rankUpdate(M.transpose(), factor);
}

/// M'M.
inline Eigen::MatrixXd gram_of(const MatrixView& M) {
  Eigen::MatrixXd gram = Eigen::MatrixXd::Zero(M.cols(), M.cols());
  add_lower_gram(M, 1.0, gram);
  gram.triangularView<Eigen::StrictlyUpper>() = gram.transpose();
  return gram;
}

}  // namespace resunit
