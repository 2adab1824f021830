// SPDX-License-Identifier: BSD-3-Clause
// Derivatives of one output of a network with respect to the activations of its neurons, at the activation patterns:
//     T_h = w_o (row o of the last layer),   D_l = T_{l+1} o 1[W_l r_l > 0],   T_l = T_{l+1} + D_l W_l      (D-sensitivity)
// The Jacobian of output o with respect to row j of W_l is D_lj r_l.
#pragma once

#include "deep/descent/network_state.hpp"
#include "resunit/network.hpp"

namespace resunit {

/// [D_0, ..., D_{h-1}], n x h d. `state`: of the exact family at the network's hidden weights.
Eigen::MatrixXd sensitivities(const NetworkState& state, const Network& network, Index output);

}  // namespace resunit
