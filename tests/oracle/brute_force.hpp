// SPDX-License-Identifier: BSD-3-Clause
// Slow, obvious solvers of row programs too small to hide a mistake, and a plain gradient method for middling ones.
// With `nonnegative` each program also has c >= 0.
#pragma once

#include <vector>

#include "resunit/types.hpp"

namespace resunit::oracle {

/// The minimum of (R1), by trying all 2^n sets of active samples; n <= 12.
double least_squares_minimum(const MatrixView& F, const Vector& t, bool nonnegative = false);

/// The minimum of (R2), by trying all points where m samples are tight; needs rank F = m.
double absolute_minimum(const MatrixView& F, const Vector& t, bool nonnegative = false);

/// The vertices of {c : F c >= t}, each as often as subsets of m samples meet there; needs rank F = m.
std::vector<Vector> feasible_vertices(const MatrixView& F, const Vector& t, bool nonnegative = false);

/// A minimizer of (R1), by accelerated projected gradients run until they stand still.
Vector least_squares_by_gradient(const MatrixView& F, const Vector& t, bool nonnegative = false);

}  // namespace resunit::oracle
