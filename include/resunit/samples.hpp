// Samples (x_i, y_i), i = 1..n, of an unknown unit.
#pragma once

#include "resunit/types.hpp"

namespace resunit {

/// A view of n inputs and their outputs; the caller keeps the numbers alive.
struct Samples {
  MatrixView X;  ///< n x d, one input per row
  MatrixView Y;  ///< n x m, the outputs

  Index count() const { return X.rows(); }
  Index inputs() const { return X.cols(); }
  Index outputs() const { return Y.cols(); }
};

/// Samples that own their numbers.
struct Dataset {
  Matrix X;
  Matrix Y;

  operator Samples() const { return {X, Y}; }  // NOLINT(google-explicit-constructor): a view of what we own
};

/// Throws DataError unless X and Y have equally many rows, at least one row and column each, only finite entries of
/// magnitude at most kLargestMagnitude, and m >= d.
RESUNIT_API void validate(const Samples& samples);

/// Throws DataError naming the first entry of `matrix` that is not finite or too large to be squared safely.
RESUNIT_API void require_finite(const MatrixView& matrix, const char* name);

/// Squares, and sums of them over any number of samples that fits a machine, stay finite below this.
inline constexpr double kLargestMagnitude = 1e150;

}  // namespace resunit
