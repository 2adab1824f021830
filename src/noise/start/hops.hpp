// SPDX-License-Identifier: BSD-3-Clause
// HOPS: escape from shallow minima. The loss is smooth only between the kinks of its hinges, and under strong noise it
// has shallow minima about a standard error apart. Each hop is a new descent from
//     A + 3 sigma C^1/2 z,   z ~ N(0, I),   C = (n Hess)^-1                                                    (N-hops)
// about 3 standard errors away in every direction. At d = 6, n = 256, sigma = 1, 8 hops increase the number of units
// that reach the oracle's loss from 45..51 to 55..59 of 60 (docs/noise.md).
#pragma once

#include "model/random.hpp"
#include "noise/descent/vplm.hpp"

namespace resunit {

/// The best of `count` hops, or the fit itself.
VplmResult try_hops(const Samples& samples, VplmResult fit, int count, const VplmOptions& descent, Random& random,
                    int threads);

}  // namespace resunit
