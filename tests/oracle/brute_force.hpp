// SPDX-License-Identifier: BSD-3-Clause
// Simple reference solvers: enumeration for tiny row programs, and a gradient method for medium-sized ones.
// With `nonnegative` each program also has c >= 0.
#pragma once

#include <vector>

#include "resunit/types.hpp"

namespace resunit::oracle {

/// The minimum of (R1), by enumeration of all 2^n sets of active samples; n <= 12.
double least_squares_minimum(const MatrixView& F, const Vector& t, bool nonnegative = false);

/// The minimum of (R2), by enumeration of all points at which m samples are tight; requires rank F = m.
double absolute_minimum(const MatrixView& F, const Vector& t, bool nonnegative = false);

/// The vertices of {c : F c >= t}, once per subset of m samples that are tight there; requires rank F = m.
std::vector<Vector> feasible_vertices(const MatrixView& F, const Vector& t, bool nonnegative = false);

/// A minimizer of (R1), by an accelerated projected gradient method run until the iterate does not change.
Vector least_squares_by_gradient(const MatrixView& F, const Vector& t, bool nonnegative = false);

}  // namespace resunit::oracle
