// The paper's full algorithm: layer 2, then layer 1 on what it uncovers (section "Full Algorithm and Analysis").
//     qp        layer 2 by (R1), layer 1 by (Rmu)
//     lp        layer 2 by (R0), layer 1 by (R0): noiseless samples only
//     lp-noisy  layer 2 by (R2), layer 1 by (Rmu)
#pragma once

#include "resunit/fit.hpp"

namespace resunit {

/// options.method is qp, lp or lp_noisy.
Fit learn_layerwise(const Samples& samples, const FitOptions& options);

}  // namespace resunit
