// SPDX-License-Identifier: BSD-3-Clause
// A minimum of the loss of the exact network under noise, near a minimum of the relaxed loss.
//     decode from the bottom, keeping several candidates per layer; descend a few steps in the exact network from each,
//     and to the end from the best ones                                                              (D-noise-decode)
#pragma once

#include "deep/descent/network_descent.hpp"
#include "deep/work_limit.hpp"

namespace resunit {

/// The loss is relative to 1/2n |Y|^2; infinite if no candidate could be decoded.
LayersMinimum find_exact_minimum(const ColumnSamples& samples, const HiddenWeights& relaxed, int threads,
                                 WorkLimit& work);

/// The relaxed network with the function of an exact one: v^+ = (v + |v|) / 2.
HiddenWeights relaxed_form(const HiddenWeights& exact);

}  // namespace resunit
