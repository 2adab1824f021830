#include "exact/found_rows.hpp"

#include <Eigen/QR>
#include <Eigen/SVD>
#include <algorithm>
#include <cmath>
#include <numeric>

#include "exact/tolerances.hpp"

namespace resunit {
namespace {

constexpr double kInSpan = 1e-9;         // x_j counts as lying in span Y: row j is never active
constexpr double kHolds = 1e-5;          // largest residual of a row over rms; certificates ask for far less
constexpr double kIndependent = 1e-8;    // a new g must differ from all combinations of the others by this much
constexpr double kSameDirection = 1e-7;  // 1 - |cos| of activations that are one
constexpr double kInactive = 1e-7;       // of the largest activation: below, a sample lies on the hinge
constexpr double kTakesPart = 1e-7;      // share of a row in outputs that are linear on the samples

void append_column(Eigen::MatrixXd& M, const Vector& column) {
  M.conservativeResize(column.size(), M.cols() + 1);
  M.rightCols(1) = column;
}

/// Vectors z with Z z in span X: right singular vectors of (I - WW')Z with singular value zero.
Eigen::MatrixXd outputs_within_inputs(const Spans& spans) {
  const Eigen::JacobiSVD<Eigen::MatrixXd> svd(outside(spans.W, spans.Z), Eigen::ComputeThinV);
  const Vector& sigma = svd.singularValues();
  const Index zero = std::count_if(sigma.begin(), sigma.end(), [](double s) { return s < 1e-8; });
  return svd.matrixV().rightCols(zero);
}

}  // namespace

FoundRows::FoundRows(const Problem& problem)
    : problem_(problem),
      rows_(problem.inputs_count()),
      known_(problem.rank_inputs(), 0),
      independent_(problem.rank_outputs(), 0),
      linear_(outputs_within_inputs(problem.all)) {
  for (Index j = 0; j < problem.inputs_count(); ++j) open_.push_back(j);
  for (Index j = 0; j < problem.inputs_count(); ++j) {
    const double length = problem.all.X.col(j).norm();
    if (length > 0 && problem.all.PX.col(j).norm() <= kInSpan * length) accept(j, Vector::Zero(problem.rank_inputs()));
  }
}

bool FoundRows::is_known(const Vector& direction) const {
  return known_.cols() > 0 && (known_.transpose() * direction).cwiseAbs().maxCoeff() > 1 - kSameDirection;
}

FoundRows::Outcome FoundRows::offer(const Vector& b) {
  const Spans& some = problem_.some;
  const Vector direction = b.normalized();
  if (is_known(direction)) return Outcome::known;
  bool found = false;
  for (const double sign : {1.0, -1.0}) {
    const Vector v = (sign * (some.W * direction)).cwiseMax(0.0);
    const Vector Pv = v - some.Z * (some.Z.transpose() * v);
    if (Pv.squaredNorm() <= 1e-12 * v.squaredNorm()) continue;
    const Vector tau = -(some.PX.transpose() * Pv) / Pv.squaredNorm();
    std::vector<std::pair<double, Index>> candidates;
    for (const Index j : open_)
      if (tau(j) > 0)
        if (const double share = (some.PX.col(j) + tau(j) * Pv).norm() / some.PX.col(j).norm(); share < 0.5)
          candidates.emplace_back(share, j);
    std::sort(candidates.begin(), candidates.end());
    for (const auto& [share, j] : candidates)
      if (share <= 3 * candidates.front().first + 1e-6) found |= try_row(j, sign * tau(j) * direction);
  }
  return found ? Outcome::found : Outcome::nothing;
}

bool FoundRows::try_row(Index j, const Vector& b) {
  if (rows_[j]) return false;
  const RowFit fit = fit_row(problem_.some, j, b, kPatternRounds);
  return fit.residual <= kHolds && accept(j, problem_.some_to_all * fit.b);
}

/// A scale row x_j + (beta x_j)^+ is (1 + beta) times x_j + (alpha x_j)^+, alpha = -beta / (1 + beta) > -1: the form
/// with the smaller weight loses fewer digits (the other has a backward error of 3e-14 at beta = 470 and proves
/// nothing).
RowFit FoundRows::fit_better_form(Index j, const Vector& b) const {
  RowFit fit = fit_row(problem_.all, j, b, kPatternRounds);
  const Vector a = problem_.inputs.back.transpose() * fit.b;
  if (!only_scales(a, j) || a(j) <= 1) return fit;
  RowFit other = fit_row(problem_.all, j, -fit.b / (1 + a(j)), kPatternRounds);
  return other.residual < fit.residual ? other : fit;
}

bool FoundRows::accept(Index j, const Vector& b) {
  if (b.isZero(0)) return keep(j, b);
  const RowFit fit = fit_better_form(j, b);
  const Vector u = problem_.all.W * fit.b;
  return u.minCoeff() < -kInactive * u.cwiseAbs().maxCoeff() && keep(j, fit.b);
}

bool FoundRows::keep(Index j, const Vector& b) {
  const Spans& all = problem_.all;
  if (rows_[j] || !(row_residual(all, j, b) <= kHolds)) return false;
  const Vector g = all.Z.transpose() * (all.X.col(j) + (all.W * b).cwiseMax(0.0));
  Vector fresh = g.normalized();
  fresh -= independent_ * (independent_.transpose() * fresh);
  if (!(fresh.norm() > kIndependent)) return false;

  fresh -= independent_ * (independent_.transpose() * fresh);
  append_column(independent_, fresh.normalized());
  if (!b.isZero(0)) {
    const Vector u = problem_.some.W.transpose() * (problem_.some.X * (problem_.inputs.back.transpose() * b));
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
  const Eigen::MatrixXd shares = Eigen::ColPivHouseholderQR<Eigen::MatrixXd>(G).solve(linear_);
  for (Index j = 0; j < G.cols(); ++j) within[j] = shares.row(j).norm() > kTakesPart * shares.norm();
  return within;
}

bool FoundRows::rest_is_linear() const {
  if (independent_.cols() + linear_.cols() < problem_.rank_outputs()) return false;
  Eigen::MatrixXd together(problem_.rank_outputs(), independent_.cols() + linear_.cols());
  together << independent_, linear_;
  Eigen::ColPivHouseholderQR<Eigen::MatrixXd> qr(together);
  qr.setThreshold(1e-8);
  return qr.rank() >= problem_.rank_outputs();
}

}  // namespace resunit
