// SPDX-License-Identifier: BSD-3-Clause
#include "exact/evidence.hpp"

#include <Eigen/Cholesky>
#include <Eigen/Eigenvalues>
#include <Eigen/QR>
#include <algorithm>
#include <cmath>

#include "exact/tolerances.hpp"
#include "linalg/indexing.hpp"
#include "linalg/lower_gram.hpp"

namespace resunit {
namespace {

constexpr double kFullRank = 1e-7;  ///< smallest singular value of columns that are orthonormal over all samples
constexpr double kWellConditioned = 1e-10;  ///< estimated smallest eigenvalue of a Gram matrix: independent by far
constexpr double kLinear = 1e-10;           ///< squared share of an output that is not linear: counts as none
constexpr double kOutputsRank = 1e-9;       ///< of the largest pivot of the outputs on the inactive samples
constexpr double kSameRow = 1e-6;           ///< of |b|: the opposite pattern has led back to the row itself
constexpr double kVanishing = 1e-7;         ///< of |r|: its part in span Y is rounding

/// Is the smallest eigenvalue of a Gram matrix, or of a Schur complement in one, above kFullRank^2? Cholesky's estimate
/// of the condition decides most of the time, eigenvalues always.
bool is_definite(const Eigen::MatrixXd& gram) {
  const Eigen::LLT<Eigen::MatrixXd> cholesky(gram);
  const double norm = gram.cwiseAbs().colwise().sum().maxCoeff();
  if (cholesky.info() == Eigen::Success && cholesky.rcond() * norm > kWellConditioned) return true;
  const double least = Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd>(gram, Eigen::EigenvaluesOnly).eigenvalues()(0);
  return std::sqrt(std::max(0.0, least)) > kFullRank;
}

/// Are the columns of [Z, -s o W] independent on the samples that are evidence? Z'Z = I on all samples, which leaves
///     W_a'W_a - K'K,   K = Z_a'W_a,   on the active ones
/// to look at where no sample is on the hinge.
bool independent(const Spans& spans, const Split& split) {
  if (split.on_hinge.empty()) return is_definite(split.WW - split.ZW.transpose() * split.ZW);
  const Matrix Z = spans.Z(split.on_hinge, kAll);
  const Eigen::MatrixXd outputs = Eigen::MatrixXd::Identity(Z.cols(), Z.cols()) - gram_of(Z);
  return is_definite(outputs) && is_definite(split.WW - split.ZW.transpose() * outputs.llt().solve(split.ZW));
}

/// How many outputs, of r, are linear in the inputs on some samples.
Index linear_outputs(const Spans& spans, const std::vector<Index>& samples) {
  const Matrix Z = spans.Z(samples, kAll), W = spans.W(samples, kAll);
  const Eigen::MatrixXd ZW = Z.transpose() * W;
  const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> inputs(gram_of(W));
  const Vector inverse = inputs.eigenvalues().unaryExpr([](double l) { return l > kLinear ? 1 / l : 0.0; });
  const Eigen::MatrixXd half = ZW * inputs.eigenvectors();
  const Eigen::MatrixXd rest = gram_of(Z) - half * inverse.asDiagonal() * half.transpose();
  const Vector left = Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd>(rest, Eigen::EigenvaluesOnly).eigenvalues();
  return (left.array() <= kLinear).count();
}

/// Are all inputs combinations of the outputs on the inactive samples? Then every row fits there, and it is not
/// identifiable which of them this neuron belongs to.
bool any_row_fits(const Spans& spans, const Split& split) {
  const Matrix Z = spans.Z(split.inactive, kAll), X = spans.X(split.inactive, kAll);
  Eigen::CompleteOrthogonalDecomposition<Eigen::MatrixXd> outputs;
  outputs.setThreshold(kOutputsRank);
  outputs.compute(Z);
  return (Z * outputs.solve(Eigen::MatrixXd(X)) - X).norm() <= kInSpan * X.norm();
}

}  // namespace

RowEvidence weigh_evidence(const ExactProblem& problem, const FoundRow& row, Index j, const Split& split,
                           bool half_space) {
  const Index r = problem.rank_outputs(), rho = problem.rank_inputs(), d = problem.inputs_count();
  const Spans& all = problem.working_set;
  // Where inputs repeat values, other rows fit some samples by chance.
  const Index spare = kSpare + (problem.has_ties ? 2 * rho : 0);
  if (row.b.isZero(0)) {  // never active: unless the samples lie in a half-space, only a = 0 is
    const bool certain = (!half_space || (problem.bias && j == d - 1)) && all.count() >= r + spare;
    return {.noiseless = certain, .layer2 = certain && rho == d, .layer1 = certain && rho == d};
  }
  const auto active = static_cast<Index>(split.active.size()), inactive = static_cast<Index>(split.inactive.size());
  if (inactive == 0) return {};
  if (std::min(active, inactive) < r + rho + spare && any_row_fits(all, split)) return {};
  const bool enough =
      split.count() >= r + rho + spare && (inactive >= r + spare || split.count() >= r + 2 * rho + spare);
  // Outputs that are linear on the active samples satisfy a row's equations there whatever its weights (a = -e_j, c = 0
  // is one answer), so only as many inactive samples and some more are evidence.
  const bool enough_inactive =
      inactive >= r + spare || (enough && inactive >= linear_outputs(all, split.active) + spare);
  // As few active samples as there are weights fit anything, and special weights may make other outputs fit the rest.
  const bool enough_active = active >= rho + spare;
  const bool determined = enough && enough_inactive && independent(all, split);
  RowEvidence evidence;
  evidence.noiseless =
      determined || (inactive >= r + spare && is_definite(gram_of(Matrix(all.Z(split.inactive, kAll)))));
  evidence.layer2 = evidence.noiseless && enough_active;
  evidence.layer1 = determined && enough_active && rho == d;
  return evidence;
}

bool opposite_pattern_fits(const Spans& spans, const FoundRow& row, Index j, const Split& split) {
  if (row.b.isZero(0) || split.inactive.empty()) return false;
  Vector b = solve_pattern(spans, spans.PX.col(j), split.inactive);
  if (!split.on_hinge.empty()) b = fit_row(spans, j, b, kPatternRounds).b;
  const Vector u = spans.W * b, h = u.cwiseMax(0.0);
  const bool itself = (b - row.b).norm() <= kSameRow * row.b.norm();
  const bool linear = u.minCoeff() >= -kHinge * u.cwiseAbs().maxCoeff();  // a linear row is not this one
  if (itself || linear || h.isZero(0)) return false;
  const Vector r = spans.X.col(j) + h;
  const Vector in_span = spans.Z * (spans.Z.transpose() * r);
  return in_span.norm() > kVanishing * r.norm() && (r - in_span).norm() <= kInSpan * r.norm();
}

}  // namespace resunit
