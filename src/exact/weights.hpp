// SPDX-License-Identifier: BSD-3-Clause
// The weights of the found rows, and their backward errors on all samples.
//     w_j = |Y c - x_j - (X a)^+| / | |Y||c| + |x_j| + |X||a| |                                        (backward error)
// does not depend on scales or condition numbers: 1e-16 for noiseless samples and B of condition 1 to 1e8, above 4e-14
// for relative noise 1e-12.
#pragma once

#include "exact/found_rows.hpp"
#include "resunit/samples.hpp"
#include "resunit/unit.hpp"

namespace resunit {

/// A (d x d) and C (d x m) in the scale of the caller's samples; rows that were not found are zero.
struct RowWeights {
  Matrix A;
  Matrix C;
};
RowWeights row_weights(const ExactProblem& problem, const FoundRows& rows);

/// One step of iterative refinement, with residuals in the caller's scale, of the found rows with backward errors above
/// kLargestBackwardError: if X or Y is badly scaled, weights computed from orthonormal bases are less accurate. Scale
/// rows keep their zeros and are not refined. A row is changed only if its error decreases.
void refine_inaccurate_rows(const Samples& samples, const ExactProblem& problem, const FoundRows& rows,
                            RowWeights& weights, Vector& errors);

/// The weights of a unit that fits the samples: C by regression of its hidden layer on the outputs.
RowWeights row_weights(const Samples& samples, const Unit& unit);

/// The sums of squares in w_j, to which samples may be added in parts.
class BackwardErrorSums {
 public:
  /// `input_scales`: d, near the norms of the columns of X; squares of tiny inputs would underflow otherwise.
  explicit BackwardErrorSums(const Vector& input_scales);

  void add(const Samples& samples, const RowWeights& weights);
  BackwardErrorSums& operator+=(const BackwardErrorSums& other);

  Vector errors() const;  ///< w_j of every row

 private:
  Vector inverse_scales_, errors_, sizes_;
};

/// w_j of every row over all samples, in one pass.
Vector backward_errors(const Samples& samples, const RowWeights& weights);

/// Largest w_j of a row that fits to rounding error.
inline constexpr double kLargestBackwardError = 5e-15;

}  // namespace resunit
