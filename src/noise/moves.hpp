// MOVES: out of a wrong minimum by a flip, a_j -> -a_j / (1 + a_jj), or a swap of two rows of A.
// A flip turns (a x)^+ + x_j into its mirror image; all moves are screened by their projected loss (hinge_pool.hpp),
// the best probed by a few steps of VPLM, and one is taken if the loss falls by 0.1% in the end.
#pragma once

#include "noise/vplm.hpp"

namespace resunit {

/// `descent` is how minima are sought; its damping is that of a step from a move.
VplmResult try_moves(const Samples& samples, VplmResult fit, const VplmOptions& descent);

}  // namespace resunit
