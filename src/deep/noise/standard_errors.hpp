// SPDX-License-Identifier: BSD-3-Clause
// Standard errors of the weights of a network under noise of variance sigma^2, from the Jacobian [J, F] of the hidden
// weights and of the last layer at the activation patterns. With P the projection on the features F of the last layer,
//     Cov(hidden) = sigma^2 (J'(I - P)J)^-1,   Cov(w_o) = sigma^2 (F'F)^-1 + N_o Cov(hidden) N_o',
//     N_o = (F'F)^-1 F'J_o  for row o of the last layer                                                     (D-errors)
#pragma once

#include <vector>

#include "deep/descent/network_state.hpp"
#include "resunit/network.hpp"

namespace resunit {

/// Of each weight matrix; zero for rows that are never active. Empty if the Jacobian of the others is rank deficient.
std::vector<Matrix> standard_errors(const ColumnSamples& samples, const Network& network, double noise_variance,
                                    int threads);

}  // namespace resunit
