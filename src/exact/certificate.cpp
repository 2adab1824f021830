// SPDX-License-Identifier: BSD-3-Clause
#include "exact/certificate.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <limits>
#include <utility>

#include "exact/other_forms.hpp"
#include "exact/tolerances.hpp"
#include "model/unit_parts.hpp"
#include "parallel/progress_scope.hpp"

namespace resunit {
namespace {

constexpr double kPrecision = 1e-6;  ///< relative to |a_j|: largest rounding error of the weights of a certified row
constexpr double kMinusOne = 1e-13;  ///< 1 + alpha up to which alpha is -1 up to rounding error

constexpr Index kInputsPerSide = 2;  ///< for d = 1: distinct inputs that a slope must fit on its side of zero

constexpr const char* kFewSamples = "too few samples on one side of the kink, or samples in degenerate position";
constexpr const char* kTwoNeurons = "two different neurons fit the samples; the weights are not identifiable";
constexpr const char* kAmbiguous = "not identifiable; the neuron could belong to another row";
constexpr const char* kNoCanonicalForm = "the canonical form as a scale row is lost to rounding error";
constexpr const char* kOtherForms =
    "not identifiable; a unit with other weights computes the same outputs on these samples";

Revocations revoke_rows(const std::vector<Index>& rows, const char* reason) {
  Revocations revoked;
  for (const Index row : rows) revoked.push_back({.row = row, .reason = reason});
  return revoked;
}

Revocations revoke_marked(const std::vector<bool>& marked, const std::string& reason) {
  Revocations revoked;
  for (std::size_t j = 0; j < marked.size(); ++j)
    if (marked[j]) revoked.push_back({.row = static_cast<Index>(j), .reason = reason});
  return revoked;
}

/// True if the weights of row j have six correct digits. The rounding error of the terms of  C_j y = x_j + (a x)^+,
/// divided by the scale of x_k, is an error in the weight of column k: too large if that column is much smaller than
/// others.
bool is_precise(const FoundUnit& unit, Index j) {
  const Vector a = unit.weights.A.row(j);
  const double terms = a.cwiseAbs().dot(unit.problem.scale) + unit.weights.C.row(j).cwiseAbs().dot(unit.outputs_rms);
  const double rounding = std::numeric_limits<double>::epsilon() * terms / unit.problem.scale.minCoeff();
  return a.isZero(0) || rounding <= kPrecision * length_of(a);
}

/// The certificate, from which rules revoke rows, and the first reason for each revoked row.
class CertificateBuilder {
 public:
  explicit CertificateBuilder(Certificate start)
      : certificate_(std::move(start)), reasons_(certificate_.layer1_rows.size()) {}

  void revoke(const Revocations& revoked) {
    for (const auto& [row, reason, layer1_only] : revoked) {
      const bool is_certified = certificate_.layer1_rows[row] || certificate_.layer2_rows[row];
      if (is_certified && reasons_[row].empty()) reasons_[row] = reason;
      certificate_.layer1_rows[row] = false;
      if (!layer1_only) certificate_.layer2_rows[row] = false;
    }
    const std::vector<bool>& rows = certificate_.layer1_rows;
    certificate_.holds = std::find(rows.begin(), rows.end(), false) == rows.end();
  }

  const Certificate& certificate() const { return certificate_; }

  /// "rows 1, 3: reason", in the order of the first row of each reason.
  std::vector<std::string> notes() const {
    std::vector<std::string> notes;
    for (std::size_t j = 0; j < reasons_.size(); ++j) {
      const bool is_first = std::find(reasons_.begin(), reasons_.begin() + j, reasons_[j]) == reasons_.begin() + j;
      if (reasons_[j].empty() || !is_first) continue;
      std::vector<std::size_t> rows;
      for (std::size_t k = j; k < reasons_.size(); ++k)
        if (reasons_[k] == reasons_[j]) rows.push_back(k + 1);
      notes.push_back(fmt::format("row{} {}: {}", rows.size() == 1 ? "" : "s", fmt::join(rows, ", "), reasons_[j]));
    }
    return notes;
  }

 private:
  Certificate certificate_;
  std::vector<std::string> reasons_;
};

}  // namespace

bool canonical_form_is_lost(double alpha) {
  return 1 + alpha > kMinusOne && 1 + alpha <= kLostCanonicalForm;
}

Revocations rule_backward_error(const Vector& backward_errors, Index j) {
  if (backward_errors(j) <= kLargestBackwardError) return {};
  return {{.row = j,
           .reason = fmt::format("the fit to the samples is not accurate to rounding error (backward error above {:g})",
                                 kLargestBackwardError)}};
}

Revocations rule_evidence(Index j, const RowEvidence& evidence) {
  if (!evidence.layer2) return {{.row = j, .reason = kFewSamples}};
  if (!evidence.layer1) return {{.row = j, .reason = kFewSamples, .layer1_only = true}};
  return {};
}

Revocations rule_opposite_pattern(const FoundUnit& unit, Index j, const Split& split) {
  // The two forms of a scale row have opposite patterns; the canonical form is reported.
  const bool fits =
      !is_scale_row(unit.weights.A, j) && opposite_pattern_fits(unit.problem.working_set, *unit.rows.row(j), j, split);
  if (!fits) return {};
  return {{.row = j, .reason = kTwoNeurons}};
}

Revocations rule_precision(const FoundUnit& unit, Index j) {
  const Matrix& A = unit.weights.A;
  if (is_scale_row(A, j) && canonical_form_is_lost(A(j, j))) return {{.row = j, .reason = kNoCanonicalForm}};
  if (!is_precise(unit, j))
    return {{.row = j,
             .reason = "fewer than six digits of the weights are accurate, because X is badly scaled or B is "
                       "ill-conditioned"}};
  return {};
}

Revocations rule_ambiguous_neuron(const FoundUnit& unit, const NeuronFits& fits, Index j, const Split& split) {
  std::vector<Index> rows = fits.rows_with_neuron_of(j, split);
  if (!rows.empty() && unit.half_space && fits.may_be_linear(j)) rows.push_back(j);
  return revoke_rows(rows, kAmbiguous);
}

Revocations rule_ambiguous_axes(const FoundUnit& unit, const NeuronFits& fits) {
  return unit.problem.has_ties ? revoke_rows(fits.rows_with_neuron_on_axes(), kAmbiguous) : Revocations{};
}

Revocations rule_equal_patterns(const FoundUnit& unit) {
  return revoke_marked(rows_with_equal_patterns(unit.problem, unit.rows), kAmbiguous);
}

Revocations rule_shared_hyperplanes(const Matrix& scaled_A, const Certificate& so_far) {
  Revocations revoked;
  for (const std::vector<Index>& group : rows_on_shared_hyperplanes(scaled_A)) {
    const auto is_certified = [&](Index j) { return so_far.layer1_rows[j]; };
    if (std::all_of(group.begin(), group.end(), is_certified)) continue;
    for (const Index j : group)
      revoked.push_back({.row = j, .reason = "the hyperplane is shared with a row that is not certified"});
  }
  return revoked;
}

Revocations rule_other_forms(const FoundUnit& unit) {
  const Index d = unit.problem.inputs_count();
  std::vector<bool> marked = rows_with_other_forms(unit.scaled_A);
  const std::vector<bool> may_be_linear = unit.half_space ? unit.rows.within_linear_outputs() : std::vector<bool>(d);
  for (Index j = 0; j < d; ++j) {
    if (may_be_linear[j]) marked[j] = true;
    if (!unit.rows.row(j) || unit.problem.is_bias_row(j)) marked[j] = false;
  }
  return revoke_marked(marked, kOtherForms);
}

Revocations rule_whole_unit(double relative_residual, Index d) {
  if (relative_residual <= kExactResidual) return {};
  return revoke_marked(
      std::vector<bool>(d, true),
      fmt::format("the relative residual of the whole unit is {:.2g}, above {:g}", relative_residual, kExactResidual));
}

Revocations rule_output_rank(Index rank, Index d) {
  if (rank <= d) return {};
  return revoke_marked(
      std::vector<bool>(d, true),
      fmt::format("Y has rank {}, but there are {} neurons: no unit fits all samples to rounding error", rank, d));
}

Revocations rule_contradicting_samples(Index count, Index d) {
  if (count == 0) return {};
  return revoke_marked(std::vector<bool>(d, true),
                       fmt::format("at least {} of the samples contradict the unit (relative residual above {:g})",
                                   count, kContradiction));
}

Revocations rule_single_input(const SingleInput& input) {
  const SingleInput::Side &negative = input.negative, &positive = input.positive;
  const Revocations inexact = rule_whole_unit(input.relative_residual, 1);
  if (!inexact.empty()) return inexact;
  const double errors[] = {input.relative_residual, negative.relative_residual, positive.relative_residual};
  for (const double error : errors)
    if (Revocations revoked = rule_backward_error(Vector::Constant(1, error), 0); !revoked.empty()) return revoked;
  if (negative.distinct == 0 || positive.distinct == 0)
    return {{.row = 0,
             .reason = "all inputs have the same sign, so that the slope on the other side of zero is not "
                       "identifiable"}};
  if (input.slope_is_zero) return {{.row = 0, .reason = "the slope of Y is zero, but B must have full rank"}};
  if (std::min(negative.distinct, positive.distinct) < kInputsPerSide) return {{.row = 0, .reason = kFewSamples}};
  if (canonical_form_is_lost(input.alpha)) return {{.row = 0, .reason = kNoCanonicalForm}};
  return {};
}

Certification certify(const FoundUnit& unit) {
  const Index d = unit.problem.inputs_count();
  std::vector<bool> found(d);
  for (Index j = 0; j < d; ++j) found[j] = unit.rows.row(j).has_value();
  CertificateBuilder builder({.layer2_rows = found, .layer1_rows = found});
  Certification result;
  const NeuronFits fits(unit.problem, unit.rows);
  for (Index j = 0; j < d; ++j) {
    if (!unit.rows.row(j)) continue;
    check_cancelled();
    const Split split = split_by(unit.problem.working_set, unit.rows.row(j)->b);
    const Revocations inexact = rule_backward_error(unit.backward_errors, j);
    builder.revoke(inexact);
    if (inexact.empty()) {
      const RowEvidence evidence = weigh_evidence(unit.problem, *unit.rows.row(j), j, split, unit.half_space);
      result.is_noiseless |= evidence.noiseless;
      builder.revoke(rule_evidence(j, evidence));
      if (evidence.layer2) builder.revoke(rule_opposite_pattern(unit, j, split));
      builder.revoke(rule_precision(unit, j));
    }
    builder.revoke(rule_ambiguous_neuron(unit, fits, j, split));
  }
  builder.revoke(rule_ambiguous_axes(unit, fits));
  builder.revoke(rule_equal_patterns(unit));
  builder.revoke(rule_shared_hyperplanes(unit.scaled_A, builder.certificate()));
  builder.revoke(rule_other_forms(unit));
  builder.revoke(rule_whole_unit(unit.relative_residual, d));
  builder.revoke(rule_output_rank(unit.problem.rank_outputs(), d));
  result.certificate = builder.certificate();
  result.notes = builder.notes();
  return result;
}

std::vector<std::string> revoke(const Revocations& revoked, Certificate& certificate) {
  CertificateBuilder builder(certificate);
  builder.revoke(revoked);
  certificate = builder.certificate();
  return builder.notes();
}

std::vector<std::string> revoke_on_all_samples(const AllSamples& all, Certificate& certificate) {
  const Index d = all.backward_errors.size();
  CertificateBuilder builder(certificate);
  builder.revoke(rule_whole_unit(all.relative_residual, d));
  for (Index j = 0; j < d; ++j) builder.revoke(rule_backward_error(all.backward_errors, j));
  builder.revoke(rule_shared_hyperplanes(all.scaled_A, builder.certificate()));
  builder.revoke(rule_contradicting_samples(all.contradicting, d));
  certificate = builder.certificate();
  return builder.notes();
}

}  // namespace resunit
