// SPDX-License-Identifier: BSD-3-Clause
// Decodes a relaxed network with d neurons per layer into the weights of the hidden layers of an exact network, from the
// bottom: decode the lowest layer, replace the inputs by its outputs R <- R + (R W')^+, fit the neurons of the other
// layers on the new features, and descend in the relaxed network with one layer less.
#pragma once

#include <optional>
#include <vector>

#include "deep/descent/network_state.hpp"
#include "deep/work_limit.hpp"

namespace resunit {

/// A network whose lowest layers are decoded, and whose other hidden layers are still relaxed.
struct PartlyDecoded {
  HiddenWeights decoded;    ///< W_0, ...
  HiddenWeights relaxed;    ///< of the other hidden layers, on `inputs`
  Eigen::MatrixXd inputs;   ///< outputs of the decoded layers, n x d
  double worst_score = 0;   ///< largest score of a decoded layer, see decode_layer.hpp
  double relaxed_loss = 0;  ///< of the relaxed layers, relative to 1/2n |targets|^2; infinite if their fit failed
};

/// The outputs that the relaxed layers are fitted to: whitened for exact samples, plain under noise.
enum class Targets { whitened, plain };

/// Decodes the lowest relaxed layer: `count` candidates, the one with the smallest score first. The other layers are
/// refitted to Y by at most `steps` steps. Empty if the features are not finite or nothing nonlinear is left.
std::vector<PartlyDecoded> decode_lowest_layer(const PartlyDecoded& network, const Eigen::MatrixXd& Y, Targets targets,
                                               std::size_t count, const NetworkDescentOptions& refit, WorkLimit& work);

struct DecodedNetwork {
  HiddenWeights weights;   ///< W_0, ..., W_{L-2}
  double worst_score = 0;  ///< largest score of a layer
};

/// The best candidate of every layer, for exact samples. None if the fit of a layer fails.
std::optional<DecodedNetwork> decode_network(const ColumnSamples& samples, HiddenWeights relaxed, int threads,
                                             WorkLimit& work);

}  // namespace resunit
