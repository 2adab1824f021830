// SPDX-License-Identifier: BSD-3-Clause
// When is a row certified? The nine rules of docs/exact.md, one function each, in the order of that page. A found row
// starts as certified; each rule returns the rows it revokes, and why.
// A certificate holds for units with d neurons, B of full rank and m >= d: no finite sample excludes every wider network.
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

/// What the rules judge.
struct FoundUnit {
  const ExactProblem& problem;
  const FoundRows& rows;
  const RowWeights& weights;                           ///< in the caller's units
  const Vector& backward_errors;                       ///< d, over all samples
  bool half_space = false;                             ///< some a != 0 has X a >= 0 on every sample
  double relative_residual = 0;                        ///< |Yhat - Y| / |Y| over all samples
  Matrix scaled_A = scaled_weights(problem, rows);     ///< for inputs of unit rms
  Vector outputs_rms = column_rms(problem.samples.Y);  ///< m
};

/// A row that is not certified.
struct Revocation {
  Index row = 0;
  std::string reason;
  bool layer1_only = false;  ///< the row of C stays certified
};
using Revocations = std::vector<Revocation>;

// Rules 1 to 5 judge one found row, given the samples on either side of its hinge; 6 to 9 judge all rows together.

/// 1. The row holds on all samples to rounding: backward error <= 5e-15.
Revocations rule_backward_error(const FoundUnit& unit, Index j);
/// 2. It holds on more samples of either side than it has weights.
Revocations rule_evidence(Index j, const RowEvidence& evidence);
/// 3. The opposite activation pattern does not fit too.
Revocations rule_opposite_pattern(const FoundUnit& unit, Index j, const Split& split);
/// 4. Rounding leaves six digits of its weights, and the canonical form of a scale row.
Revocations rule_precision(const FoundUnit& unit, Index j);
/// 5. No other row fits with this row's neuron, nor this row with being linear instead. Returns those other rows too.
Revocations rule_ambiguous_neuron(const FoundUnit& unit, const NeuronFits& fits, Index j, const Split& split);
/// 5, for hyperplanes x_k = 0 without a found neuron, where inputs repeat values.
Revocations rule_ambiguous_axes(const FoundUnit& unit, const NeuronFits& fits);
/// 6. No neuron on another hyperplane has the same activation pattern.
Revocations rule_equal_patterns(const FoundUnit& unit);
/// 7. Rows whose neurons share a hyperplane are certified jointly: with few samples a row can be fitted by another row's
/// neuron with its sign flipped (1 false certificate in 4,099 on integer inputs before this rule).
Revocations rule_shared_hyperplanes(const FoundUnit& unit, const Certificate& so_far);
/// 8. No unit with other weights computes the same function.
Revocations rule_other_forms(const FoundUnit& unit);
/// 9. The whole unit fits the samples: relative residual <= 1e-8, or nothing is certified.
Revocations rule_whole_unit(const FoundUnit& unit);

struct Certification {
  Certificate certificate;         ///< but for scale_rows
  bool is_noiseless = false;       ///< some row holds to rounding on more samples than chance explains
  std::vector<std::string> notes;  ///< the rows that are not certified, by reason
};

/// All rules in turn.
Certification certify(const FoundUnit& unit);

/// The other form of a scale row alpha e_j is -alpha / (1 + alpha) e_j. So near to -1, but not at it to rounding, alpha
/// may stand for one of 1e8 and more, which canonical() no longer restores.
bool canonical_form_is_lost(double alpha);

}  // namespace resunit
