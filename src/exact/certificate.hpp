// SPDX-License-Identifier: BSD-3-Clause
// The nine rules by which a row is certified, one function each, in the order of docs/exact.md. A found row starts as
// certified; each rule returns the rows that it revokes, with the reason. A certificate holds for units with d neurons,
// B of full rank and m >= d: no finite sample excludes every wider network.
#pragma once

#include <string>
#include <vector>

#include "exact/ambiguous_rows.hpp"
#include "exact/evidence.hpp"
#include "exact/found_rows.hpp"
#include "exact/split.hpp"
#include "exact/weights.hpp"
#include "linalg/norms.hpp"
#include "resunit/certificate.hpp"

namespace resunit {

/// The data that the rules examine.
struct FoundUnit {
  const ExactProblem& problem;
  const FoundRows& rows;
  const RowWeights& weights;                           ///< in the scale of the caller's samples
  const Vector& backward_errors;                       ///< d, over all samples
  bool half_space = false;                             ///< an a != 0 exists with X a >= 0 on every sample
  double relative_residual = 0;                        ///< |Yhat - Y| / |Y| over all samples
  Matrix scaled_A = scaled_weights(problem, rows);     ///< A for standardized inputs
  Vector outputs_rms = column_rms(problem.samples.Y);  ///< m
};

/// A row that a rule does not certify.
struct Revocation {
  Index row = 0;
  std::string reason;
  bool layer1_only = false;  ///< the row of C stays certified
};
using Revocations = std::vector<Revocation>;

// Rules 1 to 5 examine one found row, given the samples on either side of its kink; rules 6 to 9 examine all rows.

/// 1. The row fits all samples to rounding error: backward error <= 5e-15.
Revocations rule_backward_error(const FoundUnit& unit, Index j);
/// 2. On either side of its kink it fits more samples than it has weights.
Revocations rule_evidence(Index j, const RowEvidence& evidence);
/// 3. The opposite activation pattern does not fit.
Revocations rule_opposite_pattern(const FoundUnit& unit, Index j, const Split& split);
/// 4. Its weights have six correct digits, and the canonical form of a scale row is not lost to rounding error.
Revocations rule_precision(const FoundUnit& unit, Index j);
/// 5. No other row fits with the neuron of this row, or this row as a linear one. Also returns such other rows.
Revocations rule_ambiguous_neuron(const FoundUnit& unit, const NeuronFits& fits, Index j, const Split& split);
/// 5, for hyperplanes x_k = 0 that are not the kink of a found neuron, if inputs have repeated values.
Revocations rule_ambiguous_axes(const FoundUnit& unit, const NeuronFits& fits);
/// 6. No neuron on another hyperplane has the same activation pattern.
Revocations rule_equal_patterns(const FoundUnit& unit);
/// 7. Rows whose neurons share a hyperplane are certified jointly: with few samples a row can be fitted by another
/// row's neuron with its sign flipped (1 false certificate in 4,099 on integer inputs before this rule).
Revocations rule_shared_hyperplanes(const FoundUnit& unit, const Certificate& so_far);
/// 8. No unit with other weights computes the same function.
Revocations rule_other_forms(const FoundUnit& unit);
/// 9. The whole unit fits the samples: relative residual <= 1e-8. Otherwise no row is certified.
Revocations rule_whole_unit(const FoundUnit& unit);

struct Certification {
  Certificate certificate;         ///< scale_rows is not set
  bool is_noiseless = false;       ///< a row fits more samples to rounding error than chance explains
  std::vector<std::string> notes;  ///< the found rows that are not certified, by reason
};

/// Applies all rules in order.
Certification certify(const FoundUnit& unit);

/// The other form of a scale row alpha e_j is -alpha / (1 + alpha) e_j. True if alpha is so close to -1, but not equal
/// to it up to rounding error, that the other form has an entry of 1e8 or more, which canonical() does not compute.
bool canonical_form_is_lost(double alpha);

}  // namespace resunit
