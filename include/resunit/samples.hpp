// SPDX-License-Identifier: BSD-3-Clause
// Samples (x_i, y_i), i = 1..n, of an unknown unit.
//
//     Eigen::MatrixXd X = ..., Y = ...;                                     // column-major, Eigen's default
//     resunit::Fit fit = resunit::fit(resunit::Dataset{.X = X, .Y = Y});    // copies
//     resunit::Matrix Z = ..., W = ...;                                     // row-major
//     resunit::Fit same = resunit::fit({Z, W});                             // views, no copy
#pragma once

#include "resunit/types.hpp"

namespace resunit {

/// A view of n inputs and their outputs; the caller keeps the numbers alive. Row-major storage only.
struct Samples {
  MatrixView X;  ///< n x d, one input per row
  MatrixView Y;  ///< n x m, the outputs

  [[nodiscard]] Index count() const { return X.rows(); }
  [[nodiscard]] Index inputs() const { return X.cols(); }
  [[nodiscard]] Index outputs() const { return Y.cols(); }
};

/// Samples that own their numbers, copied from matrices of any storage order.
struct Dataset {
  Matrix X;
  Matrix Y;

  operator Samples() const { return {X, Y}; }  // NOLINT(google-explicit-constructor): a view of what we own
};

/// Throws DataError unless X and Y have equally many rows, at least one row and column each, only finite entries of
/// magnitude at most kLargestMagnitude, and m >= d.
RESUNIT_API void validate(const Samples& samples);

/// Squares, and sums of them over any number of samples that fits a machine, stay finite below this.
inline constexpr double kLargestMagnitude = 1e150;

}  // namespace resunit
