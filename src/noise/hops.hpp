// HOPS: out of shallow minima. The loss is smooth only between the kinks of its hinges, and where noise is strong it
// has small minima about a standard error apart. Each hop is a fresh descent from
//     A + 3 (noise) C^1/2 z,   z ~ N(0, I),   C the inverse of the Hessian n Hess:  about 3 standard errors away in
//     every direction
// 8 hops at d = 6, n = 256, sigma = 1 bring 46..51 of 60 networks at the oracle's loss to 55..59 (docs/noise.md).
#pragma once

#include "model/random.hpp"
#include "noise/vplm.hpp"

namespace resunit {

/// The best of `count` hops, or the fit itself.
VplmResult try_hops(const Samples& samples, VplmResult fit, int count, const VplmOptions& descent, Random& random,
                    int threads);

}  // namespace resunit
