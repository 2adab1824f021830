// SPDX-License-Identifier: BSD-3-Clause
#include "exact/row_fit.hpp"

#include <Eigen/Cholesky>
#include <Eigen/SVD>
#include <algorithm>
#include <cmath>

#include "exact/tolerances.hpp"
#include "linalg/indexing.hpp"
#include "linalg/lower_gram.hpp"
#include "linalg/project_out.hpp"
#include "parallel/progress_scope.hpp"

namespace resunit {
namespace {

/// Absolute. Pivots are at most 1, because W has orthonormal columns; below this the normal equations lose half of the
/// digits or more.
constexpr double kSafePivot = 1e-4;

/// By singular values, for patterns that are (nearly) rank deficient: the minimum-norm b.
Vector solve_by_svd(const Spans& spans, const Eigen::Ref<const Vector>& t, const std::vector<Index>& active) {
  Matrix M = Matrix::Zero(spans.count(), spans.W.cols());
  M(active, kAll) = spans.W(active, kAll);
  M = project_out(spans.Z, M);
  Eigen::JacobiSVD<Eigen::MatrixXd> svd(Eigen::MatrixXd(M), Eigen::ComputeThinU | Eigen::ComputeThinV);
  svd.setThreshold(kPatternRank);
  return -svd.solve(t);
}

}  // namespace

std::vector<Index> active_samples(const Vector& u) {
  std::vector<Index> active;
  for (Index i = 0; i < u.size(); ++i)
    if (u(i) > 0) active.push_back(i);
  return active;
}

Vector solve_pattern(const Spans& spans, const Eigen::Ref<const Vector>& t, const std::vector<Index>& active) {
  const Matrix W = spans.W(active, kAll), Z = spans.Z(active, kAll);
  const Matrix K = Z.transpose() * W;
  Eigen::MatrixXd gram = Eigen::MatrixXd::Zero(W.cols(), W.cols());
  add_lower_gram(W, 1.0, gram);
  add_lower_gram(K, -1.0, gram);
  const Eigen::LLT<Eigen::Ref<Eigen::MatrixXd>> cholesky(gram);
  const double pivot = cholesky.info() == Eigen::Success ? cholesky.matrixLLT().diagonal().minCoeff() : 0.0;
  if (!(pivot > kSafePivot)) return solve_by_svd(spans, t, active);

  Vector b = Vector::Zero(W.cols());
  Vector rest = t;
  for (int pass = 0; pass < 3; ++pass) {  // the solution and two steps of iterative refinement
    b -= cholesky.solve(W.transpose() * rest(active));
    const Vector h = W * b;
    rest = t - spans.Z * (Z.transpose() * h);
    rest(active) += h;
  }
  return b;
}

RowFit fit_row(const Spans& spans, Index j, Vector b, int rounds) {
  RowFit fit{.b = std::move(b)};
  Vector u = spans.W * fit.b;
  for (int round = 0; round < rounds; ++round) {
    check_cancelled();
    std::vector<Index> active = active_samples(u);
    if (round > 0 && active == fit.active) break;
    fit.active = std::move(active);
    fit.b = solve_pattern(spans, spans.PX.col(j), fit.active);
    u.noalias() = spans.W * fit.b;
  }
  fit.residual = row_residual(spans, j, fit.b);
  return fit;
}

bool is_nearly_scale_row(const Vector& a, Index j) {
  Vector rest = a;
  rest(j) = 0;
  return rest.cwiseAbs().maxCoeff() <= kScaleRowTolerance * std::abs(a(j));
}

double row_residual(const Spans& spans, Index j, const Vector& b) {
  const Vector h = (spans.W * b).cwiseMax(0.0);
  const Vector rest = spans.PX.col(j) + h - spans.Z * (spans.Z.transpose() * h);
  const double rms = std::max(spans.X.col(j).norm(), h.norm()) / std::sqrt(static_cast<double>(spans.count()));
  return rms > 0 ? rest.cwiseAbs().maxCoeff() / rms : 0.0;
}

}  // namespace resunit
