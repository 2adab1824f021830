// SPDX-License-Identifier: BSD-3-Clause
// Samples (x_i, y_i), i = 1, ..., n: inputs and outputs of an unknown unit.
//
//     Eigen::MatrixXd X = ..., Y = ...;                                     // column-major, Eigen's default
//     resunit::Fit fit = resunit::fit(resunit::Dataset{.X = X, .Y = Y});    // copies
//     resunit::Matrix Z = ..., W = ...;                                     // row-major
//     resunit::Fit same = resunit::fit({Z, W});                             // views, no copy
#pragma once

#include "resunit/columns.hpp"
#include "resunit/types.hpp"

namespace resunit {

/// A view of n inputs and their outputs, in row-major storage. The caller must keep the matrices alive.
struct Samples {
  MatrixView X;  ///< n x d, one input per row
  MatrixView Y;  ///< n x m, one output per row

  [[nodiscard]] Index count() const { return X.rows(); }
  [[nodiscard]] Index inputs() const { return X.cols(); }
  [[nodiscard]] Index outputs() const { return Y.cols(); }
};

/// Samples that own their matrices, which may be copied from matrices of any storage order.
struct Dataset {
  Matrix X;
  Matrix Y;

  operator Samples() const { return {X, Y}; }  // NOLINT(google-explicit-constructor): a view of its own matrices
};

/// Throws DataError unless X and Y have the same number of rows, at least one row and one column each, only finite
/// entries of magnitude at most kLargestMagnitude, and m >= d. Its message names the column if `columns` does.
RESUNIT_API void validate(const Samples& samples, const Columns& columns = {});

/// Largest magnitude of an entry: squares of such numbers, and their sums over all samples in memory, are finite.
inline constexpr double kLargestMagnitude = 1e150;

}  // namespace resunit
