// SPDX-License-Identifier: BSD-3-Clause
// The exact minimum of a squared hinge along a line.
//     phi(a) = 1/2 sum_i max(0, v_i - a w_i)^2,   phi' nondecreasing and piecewise linear                     (R1-line)
#pragma once

#include "resunit/types.hpp"

namespace resunit {

/// The minimizer a > 0; exactly 1 if phi'(1) is zero up to rounding error. Requires phi'(0) < 0. Slopes with
/// |w_i| <= negligible count as zero: those of samples orthogonal to the direction are rounding errors, which must not
/// drive a to infinity.
double minimize_squared_hinge(const double* v, const double* w, Index n, double negligible);

}  // namespace resunit
