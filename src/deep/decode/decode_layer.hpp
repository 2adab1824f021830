// SPDX-License-Identifier: BSD-3-Clause
// Decodes one layer of a relaxed network: signs, scales and the assignment of its lines to coordinates.
//     The lines U (d x d, unit rows) feed an upper layer through v = P r + Q |U r|. If r + (W r)^+ is what the upper layer
//     really reads, then for signs s, scales tau > 0 and a permutation pi:   W_pi(l) = s_l tau_l u_l,  and
//     M = P - Q diag(s) U  has the columns  M_pi(l) = (2/tau_l) Q_l                                          (D-decode)
// Given s, the scales follow by least squares and the permutation by an assignment problem; s by a local search.
#pragma once

#include <vector>

#include "resunit/types.hpp"

namespace resunit {

/// Which rows of P and Q carry information about which line. If an upper neuron has one sign on the side s of line l
/// (nested patterns), its rows of P and Q contain an arbitrary multiple of u_l and of the line's output.
struct NestedPatterns {
  Eigen::Array<bool, Eigen::Dynamic, Eigen::Dynamic> positive;  ///< (k, l): upper neuron k has one sign where u_l r > 0
  Eigen::Array<bool, Eigen::Dynamic, Eigen::Dynamic> negative;  ///< the same where u_l r < 0

  [[nodiscard]] Index count() const { return positive.count() + negative.count(); }
};

/// No nested patterns: the upper layer is the last one, with `rows` outputs.
NestedPatterns no_nesting(Index rows, Index lines);

/// From the signs of the upper neurons (n x K) and of the lines (n x d).
NestedPatterns nested_patterns(const Eigen::MatrixXd& upper_signs, const Eigen::MatrixXd& line_signs);

struct DecodedLayer {
  Matrix W;          ///< d x d
  double score = 0;  ///< sum over lines of the relative squared residual of M_pi(l) = t_l Q_l; 0 at the truth
};

/// The best candidates, the one with the smallest score first: several are of use if noise hides the right signs.
std::vector<DecodedLayer> decode_layer(const Matrix& U, const Matrix& P, const Matrix& Q, const NestedPatterns& nested,
                                       std::size_t count = 1);

}  // namespace resunit
