// SPDX-License-Identifier: BSD-3-Clause
// MOVES: escape from a wrong minimum by a flip, a_j -> -a_j / (1 + a_jj), or a swap of two rows of A.
// A flip replaces (a x)^+ + x_j by its mirror image. All moves are screened by their projected loss (hinge_pool.hpp),
// the best are probed by a few steps of VPLM, and a move is accepted if the loss of its minimum is lower by 0.1%.
#pragma once

#include "noise/descent/vplm.hpp"

namespace resunit {

/// `descent`: options of the descent to the minimum of a move.
VplmResult try_moves(const UnitSamples& samples, VplmResult fit, const VplmOptions& descent);

}  // namespace resunit
