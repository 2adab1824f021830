// SPDX-License-Identifier: BSD-3-Clause
#include "exact/found_rows.hpp"

#include <Eigen/QR>
#include <Eigen/SVD>
#include <algorithm>
#include <cmath>
#include <numeric>

#include "exact/tolerances.hpp"
#include "linalg/project_out.hpp"

namespace resunit {
namespace {

constexpr double kNeverActive = 1e-9;     ///< relative to |x_j|: largest part outside span Y if row j is never active
constexpr double kMaxRowResidual = 1e-5;  ///< row_residual of a found row; a certificate requires far less
constexpr double kSmallInput = 0.01;      ///< |x_j| / |(X a_j)^+| below which x_j is negligible
constexpr double kIndependent = 1e-8;     ///< relative to |g|: smallest distance of a new g from the span of the others
constexpr double kIndependentRounding = 1e-14;  ///< the same, for any x_j: rounding error of the projection
constexpr double kSameDirection = 1e-7;         ///< largest 1 - |cos| between activations that are equal
constexpr double kInactive = 1e-7;      ///< relative to the largest activation: below it a sample is on the kink
constexpr double kParticipates = 1e-7;  ///< smallest relative weight of a row in outputs that are linear on the samples
/// Largest singular value of (I - WW')Z for an output that is linear in the inputs.
constexpr double kLinearOutput = 1e-8;
constexpr double kAllInSpan = 1e-12;  ///< relative to |v|^2: the part outside span Y is rounding error and not evidence
constexpr double kMayBelong = 0.5;    ///< relative to |P x_j|: residual below which an activation may belong to row j
constexpr double kNearBest = 3;       ///< relative to the smallest such residual: other rows are tried up to it
constexpr double kResidualRounding = 1e-6;  ///< relative to |P x_j|: residuals below it are equal
constexpr double kSmallScale = 1;           ///< a_j above which the other form of a scale row is tried

void append_column(Eigen::MatrixXd& M, const Vector& column) {
  M.conservativeResize(column.size(), M.cols() + 1);
  M.rightCols(1) = column;
}

/// The vectors z with Z z in span X: right singular vectors of (I - WW')Z with singular value zero.
Eigen::MatrixXd outputs_within_inputs(const Spans& spans) {
  const Eigen::JacobiSVD<Eigen::MatrixXd> svd(Eigen::MatrixXd(project_out(spans.W, spans.Z)), Eigen::ComputeThinV);
  const Vector& sigma = svd.singularValues();
  const Index zero = std::count_if(sigma.begin(), sigma.end(), [](double s) { return s < kLinearOutput; });
  return svd.matrixV().rightCols(zero);
}

/// 1, or less if x_j is negligible compared with (X a_j)^+. Then tolerances relative to the row are multiplied by this:
/// the neuron of any other row would fit up to a residual of the size of x_j.
double negligibility(const Spans& spans, Index j, const Vector& b) {
  const double h = (spans.W * b).cwiseMax(0.0).norm(), x = spans.X.col(j).norm();
  return h > 0 ? std::min(1.0, x / (kSmallInput * h)) : 1.0;
}

}  // namespace

FoundRows::FoundRows(const ExactProblem& problem)
    : problem_(problem),
      rows_(problem.inputs_count()),
      known_(problem.rank_inputs(), 0),
      independent_(problem.rank_outputs(), 0),
      linear_(outputs_within_inputs(problem.working_set)) {
  for (Index j = 0; j < problem.inputs_count(); ++j) open_.push_back(j);
  for (Index j = 0; j < problem.inputs_count(); ++j) {
    const double length = problem.working_set.X.col(j).norm();
    if (length > 0 && problem.working_set.PX.col(j).norm() <= kNeverActive * length)
      accept(j, Vector::Zero(problem.rank_inputs()));
  }
}

bool FoundRows::is_known(const Vector& direction) const {
  return known_.cols() > 0 && (known_.transpose() * direction).cwiseAbs().maxCoeff() > 1 - kSameDirection;
}

bool FoundRows::fits(const Spans& spans, Index j, const Vector& b) const {
  return row_residual(spans, j, b) <= std::max(kMaxRowResidual * negligibility(spans, j, b), problem_.rounding());
}

FoundRows::Outcome FoundRows::offer(const Vector& b) {
  const Spans& subset = problem_.search_subset;
  const Vector direction = b.normalized();
  if (is_known(direction)) return Outcome::known;
  bool found = false;
  for (const double sign : {1.0, -1.0}) {
    const Vector v = (sign * (subset.W * direction)).cwiseMax(0.0);
    const Vector Pv = v - subset.Z * (subset.Z.transpose() * v);
    if (Pv.squaredNorm() <= kAllInSpan * v.squaredNorm()) continue;
    const Vector tau = -(subset.PX.transpose() * Pv) / Pv.squaredNorm();
    std::vector<std::pair<double, Index>> candidates;
    for (const Index j : open_)
      if (tau(j) > 0)
        if (const double residual = (subset.PX.col(j) + tau(j) * Pv).norm() / subset.PX.col(j).norm();
            residual < kMayBelong)
          candidates.emplace_back(residual, j);
    std::sort(candidates.begin(), candidates.end());
    for (const auto& [residual, j] : candidates)
      if (residual <= kNearBest * candidates.front().first + kResidualRounding)
        found |= try_row(j, sign * tau(j) * direction);
  }
  return found ? Outcome::found : Outcome::nothing;
}

bool FoundRows::try_row(Index j, const Vector& b) {
  if (rows_[j]) return false;
  const RowFit fit = fit_row(problem_.search_subset, j, b, kPatternRounds);
  return fits(problem_.search_subset, j, fit.b) && accept(j, problem_.subset_to_working_set * fit.b);
}

/// A scale row x_j + (beta x_j)^+ is (1 + beta) times x_j + (alpha x_j)^+, alpha = -beta / (1 + beta) > -1: the form
/// with the smaller weight loses fewer digits (the other one has a backward error of 3e-14 at beta = 470 and cannot be
/// certified).
RowFit FoundRows::fit_better_form(Index j, const Vector& b) const {
  RowFit fit = fit_row(problem_.working_set, j, b, kPatternRounds);
  const Vector a = problem_.inputs.from_basis.transpose() * fit.b;
  if (!is_nearly_scale_row(a, j) || a(j) <= kSmallScale) return fit;
  RowFit other = fit_row(problem_.working_set, j, -fit.b / (1 + a(j)), kPatternRounds);
  return other.residual < fit.residual ? other : fit;
}

bool FoundRows::accept(Index j, const Vector& b) {
  if (b.isZero(0)) return keep(j, b);
  return keep_unless_linear(j, fit_better_form(j, b).b);
}

bool FoundRows::accept_solution(Index j, const Vector& b) {
  const bool is_exact = row_residual(problem_.working_set, j, b) <= problem_.rounding();
  return (is_exact && keep_unless_linear(j, b)) || accept(j, b);
}

bool FoundRows::keep_unless_linear(Index j, const Vector& b) {
  const Vector u = problem_.working_set.W * b;
  return u.minCoeff() < -kInactive * u.cwiseAbs().maxCoeff() && keep(j, b);
}

bool FoundRows::keep(Index j, const Vector& b) {
  const Spans& all = problem_.working_set;
  if (rows_[j] || !fits(all, j, b)) return false;
  const Vector g = all.Z.transpose() * (all.X.col(j) + (all.W * b).cwiseMax(0.0));
  Vector fresh = g.normalized();
  fresh -= independent_ * (independent_.transpose() * fresh);
  fresh -= independent_ * (independent_.transpose() * fresh);
  if (!(fresh.norm() > std::max(kIndependent * negligibility(all, j, b), kIndependentRounding))) return false;

  append_column(independent_, fresh.normalized());
  if (!b.isZero(0)) {
    const Vector u = problem_.search_subset.W.transpose() *
                     (problem_.search_subset.X * (problem_.inputs.from_basis.transpose() * b));
    if (u.norm() > 0) append_column(known_, u.normalized());
  }
  rows_[j] = FoundRow{.b = b, .g = g};
  std::erase(open_, j);
  return true;
}

std::vector<bool> FoundRows::within_linear_outputs() const {
  std::vector<bool> within(rows_.size(), linear_.cols() > 0);
  if (linear_.cols() == 0 || !complete()) return within;
  Eigen::MatrixXd G(problem_.rank_outputs(), static_cast<Index>(rows_.size()));
  for (Index j = 0; j < G.cols(); ++j) G.col(j) = rows_[j]->g.normalized();
  const Eigen::MatrixXd weights = Eigen::ColPivHouseholderQR<Eigen::MatrixXd>(G).solve(linear_);
  for (Index j = 0; j < G.cols(); ++j) within[j] = weights.row(j).norm() > kParticipates * weights.norm();
  return within;
}

bool FoundRows::rest_is_linear() const {
  if (independent_.cols() + linear_.cols() < problem_.rank_outputs()) return false;
  Eigen::MatrixXd together(problem_.rank_outputs(), independent_.cols() + linear_.cols());
  together << independent_, linear_;
  Eigen::ColPivHouseholderQR<Eigen::MatrixXd> qr(together);
  qr.setThreshold(kLinearOutput);
  return qr.rank() >= problem_.rank_outputs();
}

}  // namespace resunit
