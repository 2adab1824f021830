// SPDX-License-Identifier: BSD-3-Clause
// Standardized samples. A network is positively homogeneous, f(t x) = t f(x) for t > 0, and a
// positive diagonal scaling of the inputs passes through all layers:
//     x = |x| S x~, y = |x| y~ s:   W_l = S W~_l S^-1 for hidden layers,  W_{L-1} = s W~_{L-1} S^-1            (D-scale)
// so that columns of very different sizes and heavy-tailed inputs are searched like any others.
#pragma once

#include "deep/descent/network_state.hpp"
#include "resunit/network.hpp"

namespace resunit {

struct StandardizedSamples {
  ColumnSamples samples;  ///< samples with x = 0 are left out
  Vector input_scale;     ///< S
  double output_scale = 1;
};

StandardizedSamples standardize_samples(const Samples& samples);

/// Scales of the columns of X and of Y alone: under noise, samples keep their weights.
StandardizedSamples standardize_columns(const Samples& samples);

/// The network in the original scales, and the inverse.
Network in_original_scales(Network network, const StandardizedSamples& scales);
Network in_standard_scales(Network network, const StandardizedSamples& scales);

}  // namespace resunit
