// SPDX-License-Identifier: BSD-3-Clause
// The hyperplanes u r_l = 0 at which the neurons of layer l have their kinks.
// In the coordinates r_l, all kinks of a neuron of layer l have the same normal, while those of higher layers change from
// piece to piece. A hyperplane is accepted if
//     1. at least three kinks have its normal, up to sign and their errors
//     2. at least 60% of the crossings of u r_l = 0 on all lines are kinks                              (D-hyperplanes)
#pragma once

#include <vector>

#include "deep/queries/layer_kinks.hpp"

namespace resunit {

struct Hyperplane {
  Vector u;                        ///< unit normal
  std::vector<std::size_t> kinks;  ///< positions in LayerCoordinates::kinks()
  double coverage = 0;             ///< share of the crossings that are kinks
};

/// At most d hyperplanes, those with the largest coverage.
std::vector<Hyperplane> recurring_hyperplanes(const LayerCoordinates& at);

}  // namespace resunit
