// SPDX-License-Identifier: BSD-3-Clause
// The rows of W_l from the hyperplanes of layer l: a row is w_c = s rho u_k for a hyperplane k, a sign s and a scale rho.
// At a kink of row c, on the side where it is inactive,          z_c |J_r'^-1 v| = |w_c|
// At a kink of another row, z_c = 0 where row c is inactive, and  z_c + s rho u_k z = 0 where it is active   (D-rows)
// For every (k, c), rho is the median of the first equation over the kinks of hyperplane k, the better sign s is kept, and
// its cost is the share of equations that fail. The hyperplanes are assigned to rows at the smallest total cost.
// A row without a hyperplane is active at all kinks of the layer, (e_c + w_c) z = 0, or at none, z_c = 0.
#pragma once

#include <vector>

#include "deep/queries/hyperplanes.hpp"

namespace resunit {

struct LayerRows {
  Matrix W;               ///< d x d
  double worst_cost = 0;  ///< largest cost of an assigned hyperplane, in [0, 1]
};

LayerRows decode_rows(const LayerCoordinates& at, const std::vector<Hyperplane>& planes);

}  // namespace resunit
