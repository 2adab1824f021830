#include "exact/owners.hpp"

#include <Eigen/Cholesky>
#include <Eigen/Eigenvalues>
#include <algorithm>
#include <cmath>
#include <numeric>

#include "exact/degenerate.hpp"
#include "exact/tolerances.hpp"
#include "linalg/linear_program.hpp"
#include "linalg/lower_gram.hpp"
#include "parallel/underway.hpp"

namespace resunit {
namespace {

constexpr double kFits = 1e-10;         // squared share of x_j that a row which holds may leave, by Gram matrices
constexpr double kSame = 1e-6;          // of |u|: equal, or of the right sign
constexpr double kIndependent = 1e-12;  // eigenvalue of a Gram matrix of columns that were orthonormal

/// S^-1 R; the smallest answer where S is singular, and what may be added to it.
struct Solution {
  Eigen::MatrixXd values;
  Eigen::MatrixXd null_space;  ///< columns

  Solution(const Eigen::MatrixXd& S, const Eigen::MatrixXd& R) {
    null_space.resize(S.rows(), 0);
    const Eigen::LLT<Eigen::MatrixXd> cholesky(S);
    if (cholesky.info() == Eigen::Success && cholesky.matrixLLT().diagonal().minCoeff() > std::sqrt(kIndependent)) {
      values = cholesky.solve(R);
      return;
    }
    const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> eigen(S);  // eigenvalues ascend
    const Index nullity = (eigen.eigenvalues().array() <= kIndependent).count();
    null_space = eigen.eigenvectors().leftCols(nullity);
    const auto range = eigen.eigenvectors().rightCols(S.rows() - nullity);
    values = range * eigen.eigenvalues().tail(S.rows() - nullity).cwiseInverse().asDiagonal() * (range.transpose() * R);
  }
};

/// Is u + V t positive on some samples and negative on others, but for rounding, for some t?
bool has_signs(const Vector& u, const Matrix& V, const std::vector<Index>& positive,
               const std::vector<Index>& negative) {
  const double size = u.cwiseAbs().maxCoeff();
  const double unit = size > 0 ? 1 / size : 1.0;
  const auto n = static_cast<Index>(positive.size() + negative.size());
  Matrix F(n, V.cols());
  F << V(positive, Eigen::all), -V(negative, Eigen::all);
  Vector t(n);
  t << -unit * u(positive), unit * u(negative);
  t.array() -= kSame;
  if (V.cols() == 0) return t.maxCoeff() <= 0;
  if (F.size() > kLargestProgram) return true;
  using Status = LinearProgramSolution::Status;
  return minimise_linear(Vector::Zero(V.cols()), F, t).status != Status::infeasible;
}

/// +1, -1, or 0 on the hinge, of every sample (rows) and found neuron (columns).
Eigen::Array<signed char, Eigen::Dynamic, Eigen::Dynamic> sides(const Spans& spans, const Eigen::MatrixXd& b) {
  const Eigen::MatrixXd U = spans.W * b;
  const Eigen::RowVectorXd hinge = kHinge / std::sqrt(static_cast<double>(spans.count())) * U.colwise().norm();
  Eigen::Array<signed char, Eigen::Dynamic, Eigen::Dynamic> signs(U.rows(), U.cols());
  for (Index k = 0; k < U.cols(); ++k)
    for (Index i = 0; i < U.rows(); ++i)
      signs(i, k) = static_cast<signed char>((U(i, k) > hinge(k)) - (U(i, k) < -hinge(k)));
  return signs;
}

}  // namespace

/// What (owner) needs of the samples that are evidence, for neurons that are active on one side.
struct Owners::Side {
  const std::vector<Index>&active, &inactive;
  const Eigen::MatrixXd &WW, &ZW;                   ///< of the active samples
  const Eigen::MatrixXd &all_WW, &all_ZW, &all_ZZ;  ///< of both sides
};

Owners::Owners(const Problem& problem, const FoundRows& rows)
    : all_(problem.all), rows_(rows), WX_(all_.W.transpose() * all_.X), ZW_(all_.Z.transpose() * all_.W) {}

std::vector<Index> Owners::others(Index k, const Split& split) const {
  const Matrix W = all_.W(split.on_hinge, Eigen::all), Z = all_.Z(split.on_hinge, Eigen::all);
  const Eigen::MatrixXd all_WW = Eigen::MatrixXd::Identity(W.cols(), W.cols()) - gram_of(W);
  const Eigen::MatrixXd all_ZZ = Eigen::MatrixXd::Identity(Z.cols(), Z.cols()) - gram_of(Z);
  const Eigen::MatrixXd all_ZW = ZW_ - Z.transpose() * W;
  const Eigen::MatrixXd other_WW = all_WW - split.WW, other_ZW = all_ZW - split.ZW;
  std::vector<Index> owners;
  add_owners(k, {split.active, split.inactive, split.WW, split.ZW, all_WW, all_ZW, all_ZZ}, owners);
  add_owners(k, {split.inactive, split.active, other_WW, other_ZW, all_WW, all_ZW, all_ZZ}, owners);
  return owners;
}

bool Owners::may_be_linear(Index j) const {
  if (rows_.linear_outputs().cols() == 0) return false;
  std::vector<Index> everywhere(static_cast<std::size_t>(all_.count()));
  std::iota(everywhere.begin(), everywhere.end(), Index{0});
  return has_signs(-all_.X.col(j), all_.Z * rows_.linear_outputs(), everywhere, {});
}

void Owners::add_owners(Index k, const Side& side, std::vector<Index>& owners) const {
  Underway::check();
  const Eigen::LLT<Eigen::MatrixXd> outputs(side.all_ZZ);
  if (outputs.info() != Eigen::Success) return;
  const Eigen::MatrixXd ZX = side.all_ZW * WX_, from_ZX = outputs.solve(ZX), from_ZW = outputs.solve(side.ZW);
  const Eigen::MatrixXd R = side.WW * WX_ - side.ZW.transpose() * from_ZX;
  const Solution solution(side.WW - side.ZW.transpose() * from_ZW, R);
  for (Index j = 0; j < R.cols(); ++j) {
    if (j == k || !rows_.row(j)) continue;
    const double size = WX_.col(j).dot(side.all_WW * WX_.col(j));
    const double rest = size - ZX.col(j).dot(from_ZX.col(j)) - R.col(j).dot(solution.values.col(j));
    if (rest > kFits * size) continue;
    const Vector u = -(all_.W * solution.values.col(j)), found = all_.W * rows_.row(j)->b;
    const bool itself = (u - found).norm() <= kSame * std::max(u.norm(), found.norm());
    if (!itself && has_signs(u, all_.W * solution.null_space, side.active, side.inactive)) owners.push_back(j);
  }
}

std::vector<bool> rows_that_split_alike(const Problem& problem, const FoundRows& rows) {
  const Index d = problem.inputs_count();
  Eigen::MatrixXd b = Eigen::MatrixXd::Zero(problem.rank_inputs(), d);
  for (Index j = 0; j < d; ++j)
    if (rows.row(j) && !rows.row(j)->b.isZero(0)) b.col(j) = rows.row(j)->b.normalized();
  const auto signs = sides(problem.all, b);
  const auto split_alike = [&](Index j, Index k) {
    bool same = true, opposite = true;
    for (Index i = 0; i < signs.rows() && (same || opposite); ++i) {
      same = same && signs(i, j) * signs(i, k) >= 0;
      opposite = opposite && signs(i, j) * signs(i, k) <= 0;
    }
    return same || opposite;
  };
  std::vector<bool> alike(d);
  for (Index j = 0; j < d; ++j)
    for (Index k = 0; k < j; ++k) {
      if (b.col(j).isZero(0) || b.col(k).isZero(0)) continue;
      const bool one_hyperplane = std::min((b.col(j) - b.col(k)).norm(), (b.col(j) + b.col(k)).norm()) <= kSame;
      if (!one_hyperplane && split_alike(j, k)) alike[j] = alike[k] = true;
    }
  return alike;
}

}  // namespace resunit
