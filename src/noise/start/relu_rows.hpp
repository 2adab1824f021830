// SPDX-License-Identifier: BSD-3-Clause
// An alternative start for layer 1, by rows: (R1) programs for layer 2, then one ReLU regression per row.
//     H = Y C' - X,   C by (R1);   a_j = argmin sum_i (H_ij - (a x_i)^+)^2                                     (N-rows)
// by Levenberg-Marquardt from two starts. Exact for A >= 0 without noise, biased otherwise: only a starting point.
#pragma once

#include "noise/unit_samples.hpp"

namespace resunit {

/// One row per neuron. A bias in layer 2 is the weight of a constant output.
Matrix layer1_by_rows(const UnitSamples& samples, int threads);

}  // namespace resunit
