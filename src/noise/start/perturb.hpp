// SPDX-License-Identifier: BSD-3-Clause
// Random perturbations: escape from shallow minima. The loss is smooth only between the kinks of its hinges, and under
// strong noise it has shallow minima about a standard error apart. Each perturbation starts a new descent from
//     A + 3 sigma C^1/2 z,   z ~ N(0, I),   C = (n Hess)^-1                                                 (N-perturb)
// about 3 standard errors away in every direction. At d = 6, n = 256, sigma = 1, 8 perturbations increase the number of
// units that reach the oracle's loss from 45..51 to 55..59 of 60 (docs/journal/noise_study.md).
#pragma once

#include "model/random.hpp"
#include "noise/descent/vplm.hpp"

namespace resunit {

/// The minimum of lowest loss among the fit and `count` descents from random perturbations of it.
VplmResult perturb(const UnitSamples& samples, VplmResult fit, int count, const VplmOptions& descent, Random& random,
                   int threads);

}  // namespace resunit
