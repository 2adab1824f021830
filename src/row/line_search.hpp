// The exact minimum of a squared hinge along a line.
//     phi(a) = 1/2 sum_i max(0, v_i - a w_i)^2,   phi' nondecreasing and piecewise linear                (R1-line)
#pragma once

#include "resunit/types.hpp"

namespace resunit {

/// The minimiser a > 0, exactly 1 where phi'(1) vanishes to rounding. Needs phi'(0) < 0. Slopes |w_i| <= negligible are
/// zero: those of samples that the direction does not see, but for rounding, must not draw a to infinity.
double minimise_squared_hinge(const double* v, const double* w, Index n, double negligible);

}  // namespace resunit
