// SPDX-License-Identifier: BSD-3-Clause
// The cost of assigning line k with sign s to row j of A, and the norm tau of least cost:
//     cost(k, j, s) = w_k min_{t >= t_min} |q_k - s u_k - t e_j|^2_G,   tau = 2/t,   G = X'X/n               (N-decode)
// Candidates are numbered as the directions [-U; U]: line k with sign - is k, with sign + is k + d.
#pragma once

#include "noise/start/hinge_pool.hpp"

namespace resunit {

struct LineCosts {
  Matrix cost;   ///< 2d x d
  Matrix scale;  ///< 2d x d, tau

  /// The candidate of lower cost for row j among the two signs of a line.
  Index cheaper_sign(Index line, Index j) const;
  /// The assignment of least total cost.
  Choice cheapest() const;
};

/// Costs from q, with the weights w of its rows, one per line; U and q have at least as many columns as rows.
LineCosts compute_line_costs(const Matrix& U, const Matrix& q, const Vector& w, const Eigen::MatrixXd& G);

}  // namespace resunit
