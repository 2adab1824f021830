// SPDX-License-Identifier: BSD-3-Clause
// The L-layer ReLU residual network
//     r_0 = x,   r_l = (W_{l-1} r_{l-1})^+ + r_{l-1},  l = 1, ..., L - 1,   y = W_{L-1} r_{L-1}          (D), docs/deep.md
// with W_0, ..., W_{L-2} in R^{d x d} and W_{L-1} in R^{m x d}, m >= d. With L = 2 it is the unit (U), A = W_0, B = W_1.
// Paper: app:multilayer.
#pragma once

#include <vector>

#include "resunit/types.hpp"
#include "resunit/unit.hpp"

namespace resunit {

/// The weights of a network.
struct Network {
  std::vector<Matrix> weights;  ///< W_0, ..., W_{L-1}

  [[nodiscard]] Index layers() const { return static_cast<Index>(weights.size()); }  ///< L
  [[nodiscard]] Index inputs() const { return weights.front().cols(); }              ///< d
  [[nodiscard]] Index outputs() const { return weights.back().rows(); }              ///< m
};

/// Throws DataError unless there are at least two layers, W_0, ..., W_{L-2} are d x d, W_{L-1} is m x d with m >= d >= 1,
/// and all entries are finite.
RESUNIT_API void validate(const Network& network);

/// The network's outputs for each row of X: n x m. `threads`: 0 means all cores; the result has the same bits for any
/// number of threads.
[[nodiscard]] RESUNIT_API Matrix predict(const Network& network, const MatrixView& X, int threads = 1);

/// The canonical form: every scale row w_j = alpha e_j of a hidden layer with -1 < alpha < 0 is replaced by beta e_j,
/// beta = -alpha / (1 + alpha), from the lowest layer up. In all higher layers, row j is divided and column j multiplied
/// by 1 + alpha (in the last layer only the column), which does not change the function of the network.   (D-canonical)
/// A row with 1 + alpha <= 1e-8 has no such form, up to rounding error, and is not changed.
[[nodiscard]] RESUNIT_API Network canonical(Network network);

/// The network of two layers with the same function as a unit without biases.
[[nodiscard]] RESUNIT_API Network network_of(const Unit& unit);

/// The unit with the same function as a network of two layers.
[[nodiscard]] RESUNIT_API Unit unit_of(const Network& network);

}  // namespace resunit
