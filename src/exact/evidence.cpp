// SPDX-License-Identifier: BSD-3-Clause
#include "exact/evidence.hpp"

#include <Eigen/Cholesky>
#include <Eigen/Eigenvalues>
#include <Eigen/QR>
#include <algorithm>
#include <cmath>
#include <set>

#include "exact/tolerances.hpp"
#include "linalg/indexing.hpp"
#include "linalg/lower_gram.hpp"

namespace resunit {
namespace {

/// Smallest singular value of full rank, for columns that are orthonormal over all samples.
constexpr double kFullRank = 1e-7;
constexpr double kWellConditioned = 1e-10;  ///< estimated smallest eigenvalue above which no eigenvalues are computed
constexpr double kLinear = 1e-10;  ///< squared norm of the nonlinear part of a unit output, up to which it is linear
constexpr double kOutputsRank = 1e-9;  ///< relative to the largest pivot of the outputs on the inactive samples
constexpr double kSameRow = 1e-6;      ///< relative to |b|: the opposite pattern gives the row itself
constexpr double kVanishing = 1e-7;    ///< relative to |r|: its part in span Y is rounding error

/// True if the smallest eigenvalue of a Gram matrix, or of its Schur complement, is above kFullRank^2. The condition
/// estimate of a Cholesky factorization is usually sufficient; otherwise eigenvalues are computed.
bool is_definite(const Eigen::MatrixXd& gram) {
  const Eigen::LLT<Eigen::MatrixXd> cholesky(gram);
  const double norm = gram.cwiseAbs().colwise().sum().maxCoeff();
  if (cholesky.info() == Eigen::Success && cholesky.rcond() * norm > kWellConditioned) return true;
  const double least = Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd>(gram, Eigen::EigenvaluesOnly).eigenvalues()(0);
  return std::sqrt(std::max(0.0, least)) > kFullRank;
}

/// True if the columns of [Z, -s o W] are independent on the samples that are evidence. Since Z'Z = I on all samples,
/// this is the definiteness of
///     W_a'W_a - K'K,   K = Z_a'W_a,   over the active samples,
/// if no sample is on the kink.
bool columns_are_independent(const Spans& spans, const Split& split) {
  if (split.on_kink.empty()) return is_definite(split.WW - split.ZW.transpose() * split.ZW);
  const Matrix Z = spans.Z(split.on_kink, kAll);
  const Eigen::MatrixXd outputs = Eigen::MatrixXd::Identity(Z.cols(), Z.cols()) - gram_of(Z);
  return is_definite(outputs) && is_definite(split.WW - split.ZW.transpose() * outputs.llt().solve(split.ZW));
}

/// The number of outputs, of r, that are linear in the inputs on the given samples.
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

/// True if all inputs are combinations of the outputs on the inactive samples. Then every row fits there, and the row
/// to which this neuron belongs is not identifiable.
bool every_row_fits(const Spans& spans, const Split& split) {
  const Matrix Z = spans.Z(split.inactive, kAll), X = spans.X(split.inactive, kAll);
  Eigen::CompleteOrthogonalDecomposition<Eigen::MatrixXd> outputs;
  outputs.setThreshold(kOutputsRank);
  outputs.compute(Z);
  return (Z * outputs.solve(Eigen::MatrixXd(X)) - X).norm() <= kInSpan * X.norm();
}

/// The inputs on which a neuron with activation W b depends.
std::vector<Index> inputs_of_neuron(const ExactProblem& problem, const Vector& b) {
  const Vector a = problem.inputs.from_basis.transpose() * b;
  const double zero = kScaleRowTolerance * a.cwiseAbs().maxCoeff();
  std::vector<Index> inputs;
  for (Index k = 0; k < a.size(); ++k)
    if (std::abs(a(k)) > zero) inputs.push_back(k);
  return inputs;
}

/// True if at least `count` of the samples differ in the given inputs.
bool has_distinct(const Spans& spans, const std::vector<Index>& samples, const std::vector<Index>& inputs,
                  Index count) {
  const Matrix X = spans.X(samples, inputs);
  std::set<std::vector<double>> distinct;
  for (Index i = 0; i < X.rows() && std::ssize(distinct) < count; ++i)
    distinct.emplace(X.row(i).begin(), X.row(i).end());
  return std::ssize(distinct) >= count;
}

/// A neuron that depends on s inputs must be active on at least s + 2 samples that differ in these inputs, and inactive
/// on as many: with fewer, other weights may reproduce it. On three columns of -1 and 1, (5/3, 1/3, 0) took the place of
/// (1, 1, 1) next to (1, 1, -2): 1 false certificate in 108,000 problems.
bool has_enough_distinct_inputs(const ExactProblem& problem, const FoundRow& row, const Split& split) {
  const std::vector<Index> inputs = inputs_of_neuron(problem, row.b);
  const Index enough = std::ssize(inputs) + kSpare;
  return has_distinct(problem.working_set, split.active, inputs, enough) &&
         has_distinct(problem.working_set, split.inactive, inputs, enough);
}

}  // namespace

RowEvidence weigh_evidence(const ExactProblem& problem, const FoundRow& row, Index j, const Split& split,
                           bool half_space) {
  const Index r = problem.rank_outputs(), rho = problem.rank_inputs(), d = problem.inputs_count();
  const Spans& all = problem.working_set;
  // If inputs have repeated values, other rows fit some samples by chance.
  const Index spare = kSpare + (problem.has_ties ? 2 * rho : 0);
  if (problem.is_bias_row(j)) return {.noiseless = false, .layer2 = rho == d, .layer1 = rho == d};
  if (row.b.isZero(0)) {  // never active: a = 0, unless the samples lie in a half-space
    const bool certain = !half_space && all.count() >= r + spare;
    return {.noiseless = certain, .layer2 = certain && rho == d, .layer1 = certain && rho == d};
  }
  const auto active = static_cast<Index>(split.active.size()), inactive = static_cast<Index>(split.inactive.size());
  if (inactive == 0) return {};
  if (problem.has_ties && !has_enough_distinct_inputs(problem, row, split)) return {};
  if (std::min(active, inactive) < r + rho + spare && every_row_fits(all, split)) return {};
  const bool enough =
      split.count() >= r + rho + spare && (inactive >= r + spare || split.count() >= r + 2 * rho + spare);
  // Outputs that are linear on the active samples satisfy the equations of a row there for any weights (a = -e_j, c = 0
  // is one solution): the inactive samples must outnumber these outputs.
  const bool enough_inactive =
      inactive >= r + spare || (enough && inactive >= linear_outputs(all, split.active) + spare);
  // With no more active samples than weights, any row fits them, and special weights may make other outputs fit the
  // rest.
  const bool enough_active = active >= rho + spare;
  const bool unique = enough && enough_inactive && columns_are_independent(all, split);
  RowEvidence evidence;
  evidence.noiseless = unique || (inactive >= r + spare && is_definite(gram_of(Matrix(all.Z(split.inactive, kAll)))));
  evidence.layer2 = evidence.noiseless && enough_active;
  evidence.layer1 = unique && enough_active && rho == d;
  return evidence;
}

bool opposite_pattern_fits(const Spans& spans, const FoundRow& row, Index j, const Split& split) {
  if (row.b.isZero(0) || split.inactive.empty()) return false;
  Vector b = solve_pattern(spans, spans.PX.col(j), split.inactive);
  if (!split.on_kink.empty()) b = fit_row(spans, j, b, kPatternRounds).b;
  const Vector u = spans.W * b, h = u.cwiseMax(0.0);
  const bool itself = (b - row.b).norm() <= kSameRow * row.b.norm();
  const bool linear = u.minCoeff() >= -kOnKink * u.cwiseAbs().maxCoeff();  // a linear row is a different one
  if (itself || linear || h.isZero(0)) return false;
  const Vector r = spans.X.col(j) + h;
  const Vector in_span = spans.Z * (spans.Z.transpose() * r);
  return in_span.norm() > kVanishing * r.norm() && (r - in_span).norm() <= kInSpan * r.norm();
}

}  // namespace resunit
