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
  const RowWeights& weights;      ///< in the scale of the caller's samples
  const Vector& backward_errors;  ///< d, over all samples
  bool half_space = false;        ///< an a != 0 exists with X a >= 0 on every sample
  double relative_residual = 0;   ///< |Yhat - Y| / |Y| over all samples
  /// A for standardized inputs.
  Matrix scaled_A = problem.scale.cwiseInverse().asDiagonal() * weights.A * problem.scale.asDiagonal();
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
Revocations rule_backward_error(const Vector& backward_errors, Index j);
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
/// `scaled_A`: for standardized inputs.
Revocations rule_shared_hyperplanes(const Matrix& scaled_A, const Certificate& so_far);
/// 8. No unit with other weights computes the same function.
Revocations rule_other_forms(const FoundUnit& unit);
/// 9. The whole unit fits the samples: relative residual <= 1e-8. Otherwise no row is certified.
Revocations rule_whole_unit(double relative_residual, Index d);
/// 9, for outputs in more directions than the unit has neurons: rank Y <= d. Otherwise no row is certified.
Revocations rule_output_rank(Index rank, Index d);
/// 9, for samples outside the subset that was searched: none contradicts the unit. Otherwise no row is certified.
Revocations rule_contradicting_samples(Index count, Index d);

/// The data that the rule for d = 1 examines.
struct SingleInput {
  struct Side {
    Index distinct = 0;            ///< number of distinct inputs on this side of zero
    double relative_residual = 0;  ///< of the slope, over the samples on this side
  };
  Side negative, positive;
  bool slope_is_zero = false;    ///< that of y for x > 0, and thus B
  double alpha = 0;              ///< A
  double relative_residual = 0;  ///< |Yhat - Y| / |Y| over all samples
};

/// All rules for d = 1, where the row is a scale row and its kink is zero. At least two distinct inputs on either side
/// are fitted to rounding error by one slope, which is not zero for x > 0, and the canonical form is not lost.
Revocations rule_single_input(const SingleInput& input);

struct Certification {
  Certificate certificate;         ///< scale_rows is not set
  bool is_noiseless = false;       ///< a row fits more samples to rounding error than chance explains
  std::vector<std::string> notes;  ///< the found rows that are not certified, by reason
};

/// Applies rules 1 to 9 in order.
Certification certify(const FoundUnit& unit);

/// Revokes rows of a certificate; returns the notes.
std::vector<std::string> revoke(const Revocations& revoked, Certificate& certificate);

/// What a pass over all samples adds to the certificate of a subset.
struct AllSamples {
  Vector backward_errors;        ///< d
  double relative_residual = 0;  ///< |Yhat - Y| / |Y|
  Index contradicting = 0;       ///< number of samples that contradict the unit, or a lower bound for it
  Matrix scaled_A;               ///< A for standardized inputs
};

/// Applies rules 9, 1 and 7 to the certificate of a subset of the samples; returns the notes. The other rules ask for
/// enough evidence, which further samples only add to.
std::vector<std::string> revoke_on_all_samples(const AllSamples& all, Certificate& certificate);

/// The other form of a scale row alpha e_j is -alpha / (1 + alpha) e_j. True if alpha is so close to -1, but not equal
/// to it up to rounding error, that the other form has an entry of 1e8 or more, which canonical() does not compute.
bool canonical_form_is_lost(double alpha);

}  // namespace resunit
