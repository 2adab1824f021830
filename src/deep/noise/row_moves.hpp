// SPDX-License-Identifier: BSD-3-Clause
// Improves a local minimum of the loss of the exact network under noise: changes one hidden row, descends, and keeps the
// result if the loss is lower.
//     w_j -> -w_j,   w_j -> random,   exchange of w_j and w_k,   for all hidden rows, until a pass brings no gain (D-moves)
#pragma once

#include "deep/noise/exact_minimum.hpp"
#include "model/random.hpp"

namespace resunit {

LayersMinimum improve_by_row_moves(const ColumnSamples& samples, LayersMinimum minimum, Random& random, int threads,
                                   WorkLimit& work);

}  // namespace resunit
