// HOPS: out of shallow minima. The loss is smooth only between the kinks of its hinges, and where noise is strong it
// has small minima about a standard error apart. Each hop is a fresh descent from
//     A + 3 sigma C^1/2 z,   z ~ N(0, I),   C = (n Hess)^-1:   about 3 standard errors away in every direction (N-hops)
// At d = 6, n = 256, sigma = 1, 8 hops bring 45..51 of 60 networks at the oracle's loss to 55..59 (docs/noise.md).
#pragma once

#include "model/random.hpp"
#include "noise/vplm.hpp"

namespace resunit {

/// The best of `count` hops, or the fit itself.
VplmResult try_hops(const Samples& samples, VplmResult fit, int count, const VplmOptions& descent, Random& random,
                    int threads);

}  // namespace resunit
