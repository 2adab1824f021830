// SPDX-License-Identifier: BSD-3-Clause
// Found rows as weights, and how well they hold on all samples.
//     w_j = |Y c - x_j - (X a)^+| / | |Y||c| + |x_j| + |X||a| |                                          (backward error)
// needs no knowledge of scales or condition numbers: 1e-16 on exact data with B of condition 1 to 1e8, above 4e-14 under
// relative noise 1e-12 (docs/exact.md).
#pragma once

#include "exact/found_rows.hpp"
#include "resunit/samples.hpp"

namespace resunit {

/// A for inputs of unit rms, zero where a row is not found.
Matrix scaled_weights(const ExactProblem& problem, const FoundRows& rows);

/// Rows in the caller's units: A (d x d) and C (d x m), zero where a row is not found.
struct RowWeights {
  Matrix A;
  Matrix C;
};
RowWeights row_weights(const ExactProblem& problem, const FoundRows& rows);

/// w_j of every row over all samples, in one pass over them.
Vector backward_errors(const Samples& samples, const RowWeights& weights);

/// w_j up to which a row holds to rounding.
inline constexpr double kLargestBackwardError = 5e-15;

}  // namespace resunit
