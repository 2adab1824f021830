// SPDX-License-Identifier: BSD-3-Clause
// Do the outputs depend on the inputs at all? The hypothesis that rows of Y are independent of rows of F is tested by
// Pillai's trace (Pillai 1955), which is invariant to linear maps of F and of Y:
//     V = |Q_F' Q_Y|^2,   Q_F, Q_Y orthonormal bases of the centered columns, of p and q dimensions               (N-V)
//     ((2N + s + 1) / (2t + s + 1)) V / (s - V) ~ F(s (2t + s + 1), s (2N + s + 1)),
//     s = min(p, q),   t = (|p - q| - 1) / 2,   N = (nu - p - q - 1) / 2,   nu = n - 1
#pragma once

#include <cstdint>
#include <optional>

#include "resunit/samples.hpp"

namespace resunit {

/// The p-value of independence. `used`: degrees of freedom per column that an earlier fit has used, of n - 1. Empty if
/// there are too few samples; 1 if F or Y is constant.
std::optional<double> independence_p_value(const MatrixView& F, const MatrixView& Y, double used = 0);

/// The p-value of the test above, with the features x and |x| and with outliers of y clipped, if it exceeds 0.01: there is
/// no evidence that y depends on x. Otherwise empty. If there are many samples, the test uses a random subset.
std::optional<double> unrelated_p_value(const Samples& samples, std::uint64_t seed);

}  // namespace resunit
