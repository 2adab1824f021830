// When is a row proved? When it holds on all samples to rounding, and on more of them than it has weights.
//     w_j = |Y c - x_j - (X a)^+| / | |Y||c| + |x_j| + |X||a| |                                           (backward
//     error)
// needs no knowledge of scales or condition numbers: 1e-16 on exact data with B of condition 1 to 1e8, above 4e-14
// under relative noise 1e-12 (docs/exact.md). Samples at a hinge, |u| <= 1e-7 rms u, are evidence for neither side and
// are not counted.
#pragma once

#include <vector>

#include "exact/found_rows.hpp"
#include "exact/split.hpp"
#include "resunit/samples.hpp"

namespace resunit {

struct RowVerdict {
  bool noiseless = false;  ///< holds on more samples than chance explains, whosever its neuron is
  bool layer2 = false;     ///< row of C proved
  bool layer1 = false;     ///< row of A proved too
  bool ambiguous = false;  ///< the opposite activation pattern fits the samples as well
};

/// Counts the evidence for a found row on the problem's samples; the backward error is judged apart, on all of the
/// caller's.
RowVerdict weigh_evidence(const Problem& problem, const FoundRow& row, Index j, const Split& split, bool half_space);

/// A for inputs of unit rms, zero where a row is not found.
Matrix scaled_weights(const Problem& problem, const FoundRows& rows);

/// Rows in the caller's units: A (d x d) and C (d x m), zero where a row is not found.
struct RowWeights {
  Matrix A;
  Matrix C;
};
RowWeights row_weights(const Problem& problem, const FoundRows& rows);

/// w_j of every row over all samples, in one pass over them.
Vector backward_errors(const Samples& samples, const RowWeights& weights);

inline constexpr double kLargestBackwardError = 5e-15;

/// The other form of a scale row alpha e_j is -alpha / (1 + alpha) e_j. So near to -1, but not at it to rounding, alpha
/// may stand for one of 1e8 and more, which canonical() no longer restores.
inline bool has_lost_form(double alpha) {
  return 1 + alpha > 1e-13 && 1 + alpha <= 1e-8;
}

}  // namespace resunit
