// SPDX-License-Identifier: BSD-3-Clause
// Decodes a relaxed network with d neurons per layer into the weights of the hidden layers of an exact network, from the
// bottom: decode the lowest layer, replace the inputs by its outputs R <- R + (R W')^+, fit the neurons of the other
// layers on the new features, and descend in the relaxed network with one layer less.
#pragma once

#include <optional>

#include "deep/descent/network_state.hpp"
#include "deep/work_limit.hpp"

namespace resunit {

struct DecodedNetwork {
  HiddenWeights weights;   ///< W_0, ..., W_{L-2}
  double worst_score = 0;  ///< largest score of a layer, see decode_layer.hpp
};

/// None if the fit of a layer fails.
std::optional<DecodedNetwork> decode_network(const ColumnSamples& samples, HiddenWeights relaxed, int threads,
                                             WorkLimit& work);

}  // namespace resunit
