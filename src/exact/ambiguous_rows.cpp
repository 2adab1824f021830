// SPDX-License-Identifier: BSD-3-Clause
#include "exact/ambiguous_rows.hpp"

#include <Eigen/Eigenvalues>
#include <algorithm>
#include <cmath>
#include <numeric>

#include "exact/tolerances.hpp"
#include "linalg/indexing.hpp"
#include "linalg/linear_program.hpp"
#include "linalg/lower_gram.hpp"
#include "parallel/progress_scope.hpp"

namespace resunit {
namespace {

/// Relative to |x_j|^2: largest squared residual, by Gram matrices, of a row that fits.
constexpr double kFitResidual = 1e-10;
/// Relative to |u|: differences and wrong signs up to this are rounding error.
constexpr double kSameActivation = 1e-6;
/// Absolute: eigenvalues of a Gram matrix of orthonormal columns, restricted to a subset of the samples, count as zero
/// up to this.
constexpr double kIndependentEigenvalue = 1e-12;
constexpr Index kNoRow = -1;

/// S^-1 R; if S is singular, the minimum-norm solution and a basis of the null space of S.
struct Solution {
  Eigen::MatrixXd values;
  Eigen::MatrixXd null_space;  ///< orthonormal columns

  Solution(const Eigen::MatrixXd& S, const Eigen::MatrixXd& R) {
    null_space.resize(S.rows(), 0);
    const Eigen::LLT<Eigen::MatrixXd> cholesky(S);
    if (cholesky.info() == Eigen::Success &&
        cholesky.matrixLLT().diagonal().minCoeff() > std::sqrt(kIndependentEigenvalue)) {
      values = cholesky.solve(R);
      return;
    }
    const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> eigen(S);  // eigenvalues ascend
    const Index nullity = (eigen.eigenvalues().array() <= kIndependentEigenvalue).count();
    null_space = eigen.eigenvectors().leftCols(nullity);
    const auto range = eigen.eigenvectors().rightCols(S.rows() - nullity);
    values = range * eigen.eigenvalues().tail(S.rows() - nullity).cwiseInverse().asDiagonal() * (range.transpose() * R);
  }
};

/// True if a t exists such that u + V t is positive on the samples `positive` and negative on the samples `negative`,
/// up to rounding error.
bool has_signs(const Vector& u, const Matrix& V, const std::vector<Index>& positive,
               const std::vector<Index>& negative) {
  const double size = u.cwiseAbs().maxCoeff();
  const double unit = size > 0 ? 1 / size : 1.0;
  const auto n = static_cast<Index>(positive.size() + negative.size());
  Matrix F(n, V.cols());
  F << V(positive, kAll), -V(negative, kAll);
  Vector t(n);
  t << -unit * u(positive), unit * u(negative);
  t.array() -= kSameActivation;
  if (V.cols() == 0) return t.maxCoeff() <= 0;
  if (F.size() > kMaxProgramEntries) return true;
  const Vector bounded = F.colwise().sum();  // this cost is bounded on the feasible set: with a zero cost Clp fails
  return minimize_linear(bounded, F, t).status != LinearProgramSolution::Status::infeasible;
}

/// The activation sign of every sample (rows) for every found neuron (columns): +1, -1, or 0 on the kink.
Eigen::Array<signed char, Eigen::Dynamic, Eigen::Dynamic> activation_signs(const Spans& spans,
                                                                           const Eigen::MatrixXd& b) {
  const Eigen::MatrixXd U = spans.W * b;
  const Eigen::RowVectorXd kink = kOnKink / std::sqrt(static_cast<double>(spans.count())) * U.colwise().norm();
  Eigen::Array<signed char, Eigen::Dynamic, Eigen::Dynamic> signs(U.rows(), U.cols());
  for (Index k = 0; k < U.cols(); ++k)
    for (Index i = 0; i < U.rows(); ++i)
      signs(i, k) = static_cast<signed char>((U(i, k) > kink(k)) - (U(i, k) < -kink(k)));
  return signs;
}

}  // namespace

NeuronFits::NeuronFits(const ExactProblem& problem, const FoundRows& rows)
    : problem_(problem),
      all_(problem.working_set),
      rows_(rows),
      WX_(all_.W.transpose() * all_.X),
      ZW_(all_.Z.transpose() * all_.W) {
  all_evidence_ = evidence_without({});
}

NeuronFits::Evidence NeuronFits::evidence_without(const std::vector<Index>& on_kink) const {
  const Matrix W = all_.W(on_kink, kAll), Z = all_.Z(on_kink, kAll);
  Evidence evidence{.WW = Eigen::MatrixXd::Identity(W.cols(), W.cols()) - gram_of(W), .ZW = ZW_ - Z.transpose() * W};
  if (!on_kink.empty()) evidence.ZZ.emplace(Eigen::MatrixXd::Identity(Z.cols(), Z.cols()) - gram_of(Z));
  const Eigen::MatrixXd ZX = evidence.ZW * WX_;
  evidence.from_ZX = evidence.solve(ZX);
  evidence.sizes = WX_.cwiseProduct(evidence.WW * WX_).colwise().sum();
  evidence.outside = evidence.sizes - ZX.cwiseProduct(evidence.from_ZX).colwise().sum().transpose();
  return evidence;
}

std::vector<Index> NeuronFits::rows_with_neuron_of(Index k, const Split& split) const {
  std::vector<Index> rows;
  if (split.active.empty() || split.inactive.empty()) return rows;
  const Evidence evidence = split.on_kink.empty() ? all_evidence_ : evidence_without(split.on_kink);
  if (evidence.ZZ && evidence.ZZ->info() != Eigen::Success) return rows;
  const Side active{split.active, split.inactive, split.WW, split.ZW};
  const Side inactive{split.inactive, split.active, evidence.WW - split.WW, evidence.ZW - split.ZW};
  for (const Side* const side : {&active, &inactive}) add_rows(k, evidence, *side, rows);
  return rows;
}

std::vector<Index> NeuronFits::rows_with_neuron_on_axes() const {
  const auto is_along = [](const Vector& b, const Vector& axis) {
    return std::abs(b.dot(axis)) >= (1 - kSameActivation) * b.norm() * axis.norm();
  };
  std::vector<Index> rows;
  for (Index k = 0; k < WX_.cols(); ++k) {
    const Vector axis = WX_.col(k);
    bool is_taken = axis.isZero(0);
    for (Index j = 0; j < WX_.cols() && !is_taken; ++j)
      is_taken = rows_.row(j) && !rows_.row(j)->b.isZero(0) && is_along(rows_.row(j)->b, axis);
    if (is_taken) continue;
    const std::vector<Index> of_axis = rows_with_neuron_of(kNoRow, split_by(all_, axis));
    rows.insert(rows.end(), of_axis.begin(), of_axis.end());
  }
  return rows;
}

bool NeuronFits::may_be_linear(Index j) const {
  if (rows_.linear_outputs().cols() == 0) return false;
  std::vector<Index> everywhere(static_cast<std::size_t>(all_.count()));
  std::iota(everywhere.begin(), everywhere.end(), Index{0});
  return has_signs(-all_.X.col(j), all_.Z * rows_.linear_outputs(), everywhere, {});
}

void NeuronFits::add_rows(Index k, const Evidence& evidence, const Side& side, std::vector<Index>& rows) const {
  check_cancelled();
  const Eigen::MatrixXd R = side.WW * WX_ - side.ZW.transpose() * evidence.from_ZX;
  const Solution solution(side.WW - side.ZW.transpose() * evidence.solve(side.ZW), R);
  for (Index j = 0; j < R.cols(); ++j) {
    if (j == k || !rows_.row(j) || problem_.is_bias_row(j)) continue;
    const double rest = evidence.outside(j) - R.col(j).dot(solution.values.col(j));
    if (rest > kFitResidual * evidence.sizes(j)) continue;
    const Vector u = -(all_.W * solution.values.col(j)), found = all_.W * rows_.row(j)->b;
    const bool itself = (u - found).norm() <= kSameActivation * std::max(u.norm(), found.norm());
    if (!itself && has_signs(u, all_.W * solution.null_space, side.active, side.inactive)) rows.push_back(j);
  }
}

std::vector<bool> rows_with_equal_patterns(const ExactProblem& problem, const FoundRows& rows) {
  const Index d = problem.inputs_count();
  Eigen::MatrixXd b = Eigen::MatrixXd::Zero(problem.rank_inputs(), d);
  for (Index j = 0; j < d; ++j)
    if (rows.row(j) && !rows.row(j)->b.isZero(0)) b.col(j) = rows.row(j)->b.normalized();
  const auto signs = activation_signs(problem.working_set, b);
  const auto patterns_are_equal = [&](Index j, Index k) {
    bool same = true, opposite = true;
    for (Index i = 0; i < signs.rows() && (same || opposite); ++i) {
      same = same && signs(i, j) * signs(i, k) >= 0;
      opposite = opposite && signs(i, j) * signs(i, k) <= 0;
    }
    return same || opposite;
  };
  std::vector<bool> equal(d);
  for (Index j = 0; j < d; ++j)
    for (Index k = 0; k < j; ++k) {
      if (b.col(j).isZero(0) || b.col(k).isZero(0)) continue;
      const bool one_hyperplane =
          std::min((b.col(j) - b.col(k)).norm(), (b.col(j) + b.col(k)).norm()) <= kSameActivation;
      if (!one_hyperplane && patterns_are_equal(j, k)) equal[j] = equal[k] = true;
    }
  return equal;
}

}  // namespace resunit
