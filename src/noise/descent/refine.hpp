// SPDX-License-Identifier: BSD-3-Clause
// Refinement of the last digits if there is almost no noise: undamped Gauss-Newton steps on residuals that are
// orthogonal to R up to rounding error. VPLM stops when the loss is at rounding error; its B, computed from R'R, is
// less accurate because of the squared condition number of R. Here B is corrected by its own residuals before every
// step (iterative refinement), and steps are accepted even if the tiny loss does not decrease. On noiseless samples the
// error of A becomes rounding error (tests/noise/descent/refine_test.cpp). A QR factorization of the joint Jacobian
// would require no refinement, but its nm x (d^2 + md) entries do not fit in memory at d = 64.
#pragma once

#include "noise/unit_samples.hpp"

namespace resunit {

Unit refine(const UnitSamples& samples, const Unit& unit);

}  // namespace resunit
