// SPDX-License-Identifier: BSD-3-Clause
// Levenberg-Marquardt on the projected loss of a network of either family.
//     while a step decreases f:   (Hess + lambda diag h) p = -g,   V <- V + p                                   (D-LM)
// The last layer is eliminated, the loss never increases. In the relaxed family the rows of V are normalized after each
// step, |c v| = c |v|, and the layers above absorb the norms. Marquardt 1963; Hessian: projected_hessian.hpp.
#pragma once

#include "deep/descent/network_state.hpp"
#include "resunit/network.hpp"

namespace resunit {

struct NetworkDescentOptions {
  int max_steps = 60;
  double damping = 1e-2;    ///< the first lambda, relative to h
  double tolerance = 1e-9;  ///< three consecutive accepted steps with f_old - f < tolerance * f end the run
  double target = 1e-30;    ///< a loss below this, relative to 1/2n |Y|^2, ends the run
  int threads = 1;
};

inline NetworkDescentOptions with_threads(NetworkDescentOptions options, int threads) {
  options.threads = threads;
  return options;
}

/// A minimum of the loss near the start, for either family.
struct LayersMinimum {
  HiddenWeights weights;
  Matrix last;               ///< m x features of the last layer
  double relative_loss = 0;  ///< |E|^2 / |Y|^2; infinite if the start has no finite loss
  int steps = 0;             ///< accepted ones
};

LayersMinimum descend(NetworkFamily family, const ColumnSamples& samples, HiddenWeights start,
                      const NetworkDescentOptions& options);

/// The loss relative to 1/2n |Y|^2, with the best last layer.
double relative_loss(NetworkFamily family, const ColumnSamples& samples, const HiddenWeights& weights);

/// The same descent for a network: all weights near those of `start` (whose last layer is not used) that minimize the
/// loss. With exact samples it ends at rounding error.
struct NetworkMinimum {
  Network network;
  double relative_loss = 0;  ///< |Yhat - Y|^2 / |Y|^2
  int steps = 0;
};
NetworkMinimum minimize_loss(const Samples& samples, const Network& start, const NetworkDescentOptions& options = {});

/// Rows of unit length; the layers above absorb the lengths, so that the function does not change. Relaxed family.
void normalize_rows(Index inputs, HiddenWeights& weights);

}  // namespace resunit
