// SPDX-License-Identifier: BSD-3-Clause
// Fits a relaxed network to noiseless samples from random starts, and prunes it to d neurons per layer.
//     SEARCH  K > d random neurons per layer; descent; up to `cycles` times replace the cheapest quarter of each layer by
//             random neurons, descend again, and keep the result if the loss is lower
//     PRUNE   while a layer has more than d neurons: drop the cheapest ones of the widest layer, descend     (D-search)
// Descents near an exact fit are continued before pruning: dropping a superfluous neuron then costs almost nothing.
#pragma once

#include "deep/descent/network_state.hpp"
#include "deep/work_limit.hpp"
#include "model/random.hpp"

namespace resunit {

struct RelaxedFit {
  HiddenWeights weights;
  double loss = 1;  ///< relative to 1/2n |Y|^2
};

struct RelaxedSearchOptions {
  Index width = 0;  ///< K
  int cycles = 20;  ///< largest number of refreshes
  int threads = 1;
  Matrix first_rows = {};  ///< the first neurons of the lowest layer at the start; may be empty
};

/// `samples` should be whitened (whiten.hpp).
RelaxedFit search_relaxed_network(const ColumnSamples& samples, Index hidden, const RelaxedSearchOptions& options,
                                  Random& random, WorkLimit& work);

/// Reduces every layer to `width` neurons. The loss is infinite if the work is exhausted before.
RelaxedFit prune(const ColumnSamples& samples, RelaxedFit fit, Index width, int threads, WorkLimit& work);

/// Orthonormal outputs, scaled by sqrt(n), that span the nonlinear part of Y: the columns of (I - P_X) Y. A relaxed
/// network for Y is one for these outputs, and each of them has the same weight in the loss.               (D-whiten)
Eigen::MatrixXd whitened_outputs(const ColumnSamples& samples);
inline constexpr double kWhiteningRank = 1e-10;  ///< relative to the largest singular value: smaller ones are zero

/// Relative to 1/2n |Y|^2: a relaxed network above it is not worth pruning, one below it fits exactly.
inline constexpr double kPrunable = 1e-3, kExactLoss = 1e-13;

}  // namespace resunit
