// SPDX-License-Identifier: BSD-3-Clause
// The lowest hidden layers of a network with a region where all neurons are active, exact and for any number of layers.
// For layer 0, with B = W_{L-1} (I + W_{L-2}) ... (I + W_1) and M = B (I + W_0), neuron j inactive alone gives
//     u_k = kappa_k B e_j,   w_k = W_0j / kappa_k,   kappa_k = |W_0j|,
// and with g_k = M^+ u_k, since (I + W_0) g_k = kappa_k e_j, the neurons of layer 0 satisfy
//     g_kj / kappa_k + w_k g_k = 1,   g_lj / kappa_k + w_k g_l = 0 for the others l of layer 0.         (D-active)
// The first equation yields kappa_k for every coordinate j; neurons of higher layers and wrong coordinates violate the
// second. A single missing row follows from the rank-one remainder of M. Then r_1 is known, and so on.
// Differs from the paper, which proposes convex programs for all layers together: see docs/deep.md.
#pragma once

#include "deep/descent/network_state.hpp"

namespace resunit {

/// W_0, W_1, ...: at most `most` layers; empty if the first is not found.
HiddenWeights find_lowest_layers(const ColumnSamples& samples, Index most);

/// Samples divided by |x_i|, and outputs of root mean square 1; samples with x_i = 0 remain zero.
ColumnSamples on_unit_sphere(const ColumnSamples& samples);

}  // namespace resunit
