// SPDX-License-Identifier: BSD-3-Clause
// Two families of networks with h hidden layers V_1, ..., V_h, whose last layer is eliminated by least squares.
//     relaxed:  F_0 = X,  F_l = [F_{l-1}, |F_{l-1} V_l'|],         y = F_h Theta      V_l is K_l x (d + K_1 + ... + K_{l-1})
//     exact:    R_0 = X,  R_l = R_{l-1} + (R_{l-1} V_l')^+,        y = R_h Theta      V_l is d x d       (D-families), docs/deep.md
// The relaxed family contains the exact one, because v^+ = (v + |v|) / 2: signs, scales and skip connections are free,
// which removes most local minima. In both, layer l reads consecutive columns of one matrix of features, and the last
// layer its last columns, so that one descent serves both.
#pragma once

#include <vector>

#include "resunit/types.hpp"

namespace resunit {

enum class NetworkFamily { relaxed, exact };

/// V_1, ..., V_h; row k of V_l belongs to neuron k of layer l.
using HiddenWeights = std::vector<Matrix>;

/// The sizes of the layers, and where each layer reads and writes. Layers are counted from 0.
struct NetworkShape {
  NetworkFamily family = NetworkFamily::relaxed;
  Index inputs = 0;             ///< d
  std::vector<Index> widths{};  ///< K_l

  NetworkShape(NetworkFamily of, Index d, const HiddenWeights& weights) : family(of), inputs(d) {
    for (const Matrix& V : weights) widths.push_back(V.rows());
  }

  [[nodiscard]] Index hidden() const { return static_cast<Index>(widths.size()); }
  [[nodiscard]] Index width(Index l) const { return widths[static_cast<std::size_t>(l)]; }
  [[nodiscard]] bool relaxed() const { return family == NetworkFamily::relaxed; }

  /// Number of neurons in the layers below l.
  [[nodiscard]] Index neurons_below(Index l) const {
    Index count = 0;
    for (Index k = 0; k < l; ++k) count += width(k);
    return count;
  }
  /// Number of columns of V_l; that of the last layer for l = h.
  [[nodiscard]] Index fan_in(Index l) const { return relaxed() ? inputs + neurons_below(l) : inputs; }
  /// First column of the features that layer l reads.
  [[nodiscard]] Index first_feature(Index l) const { return relaxed() ? 0 : l * inputs; }
  /// First of the columns that layer l changes, relative to first_feature(l + 1).
  [[nodiscard]] Index first_output(Index l) const { return relaxed() ? fan_in(l) : 0; }
  [[nodiscard]] Index features() const { return first_feature(hidden()) + fan_in(hidden()); }

  /// Position of V_l in the vector of all unknowns, row after row.
  [[nodiscard]] Index first_unknown(Index l) const {
    Index count = 0;
    for (Index k = 0; k < l; ++k) count += width(k) * fan_in(k);
    return count;
  }
  [[nodiscard]] Index unknowns() const { return first_unknown(hidden()); }
};

}  // namespace resunit
