// SPDX-License-Identifier: BSD-3-Clause
#include "tables/member/greedy.hpp"

#include <Eigen/Cholesky>
#include <algorithm>
#include <cmath>

namespace resunit::regression {
namespace {

// Relative to the mean square of a standardized input, or of a hinge of standard deviation 1.
constexpr double kLinearRidge = 1e-6;
constexpr double kHingeRidge = 1e-3;
constexpr double kMinResidualSquare = 5e-3;  ///< below it, a hinge is a linear combination of those chosen

constexpr double kSmallestDeviation = 1e-6;  ///< of a hinge, relative to that of u x; below it the hinge is constant

Eigen::LLT<Eigen::MatrixXd> factor_of_linear_part(const Sample& sample) {
  Eigen::MatrixXd gram = sample.X.transpose() * sample.X / static_cast<double>(sample.X.rows());
  gram.diagonal().array() += kLinearRidge;
  return gram.llt();
}

/// The hinges of the pool over the sample, centered and scaled to standard deviation 1; `pool` is scaled as well, and
/// constant hinges are removed from it.
MatrixF hinge_values(const Sample& sample, Matrix& pool) {
  MatrixF F = (sample.X * pool.transpose()).cwiseMax(0.0).cast<float>();
  F.rowwise() -= F.colwise().mean().eval();
  const Vector deviation =
      (F.colwise().squaredNorm().transpose().cast<double>() / static_cast<double>(F.rows())).cwiseSqrt();
  Index kept = 0;
  for (Index h = 0; h < pool.rows(); ++h) {
    if (!(deviation(h) > kSmallestDeviation)) continue;
    pool.row(kept) = (pool.row(h) / deviation(h)).eval();
    F.col(kept++) = (F.col(h) / static_cast<float>(deviation(h))).eval();
  }
  pool.conservativeResize(kept, Eigen::NoChange);
  F.conservativeResize(Eigen::NoChange, kept);
  return F;
}

/// The pool after projection onto the orthogonal complement of the linear part.
struct Remainder {
  Eigen::MatrixXd gram;  ///< of the hinges
  Matrix product;        ///< of the hinges with the residuals
};

Remainder project_out_linear_part(const Sample& sample, const MatrixF& F) {
  const float n = static_cast<float>(F.rows());
  const MatrixF X = sample.X.cast<float>(), residuals = linear_residuals(sample).cast<float>();
  const Eigen::MatrixXd BF = (X.transpose() * F / n).cast<double>();
  Eigen::MatrixXf gram = Eigen::MatrixXf::Zero(F.cols(), F.cols());
  gram.selfadjointView<Eigen::Lower>().rankUpdate(F.transpose(), 1 / n);
  Remainder remainder{.gram = gram.selfadjointView<Eigen::Lower>().toDenseMatrix().cast<double>(),
                      .product = (F.transpose() * residuals / n).cast<double>()};
  remainder.gram.noalias() -= BF.transpose() * factor_of_linear_part(sample).solve(BF);
  return remainder;
}

/// The indices of the chosen hinges, by a Cholesky factorization whose pivot is the best next hinge.
std::vector<Index> pursue(const Remainder& remainder, Index k) {
  const Eigen::MatrixXd& G = remainder.gram;
  Matrix r = remainder.product;
  Vector residual_square = G.diagonal().array() + kHingeRidge;
  Eigen::MatrixXd U(G.rows(), k);
  std::vector<Index> chosen;
  std::vector<bool> used(static_cast<std::size_t>(G.rows()), false);
  for (Index t = 0; t < k; ++t) {
    Index best = -1;
    double highest = 0;
    for (Index h = 0; h < G.rows(); ++h) {
      if (used[static_cast<std::size_t>(h)] || residual_square(h) < kMinResidualSquare) continue;
      const double gain = r.row(h).squaredNorm() / residual_square(h);
      if (gain > highest) highest = gain, best = h;
    }
    if (best < 0) break;
    const double pivot = std::sqrt(residual_square(best));
    U.col(t) = G.col(best);
    U.col(t).noalias() -= U.leftCols(t) * U.row(best).head(t).transpose();
    U(best, t) += kHingeRidge;
    U.col(t) /= pivot;
    const Eigen::RowVectorXd step = r.row(best) / pivot;
    r.noalias() -= U.col(t) * step;
    residual_square.array() -= U.col(t).array().square();
    used[static_cast<std::size_t>(best)] = true;
    chosen.push_back(best);
  }
  return chosen;
}

}  // namespace

Matrix linear_residuals(const Sample& sample) {
  const Matrix product = sample.X.transpose() * sample.Y / static_cast<double>(sample.X.rows());
  return sample.Y - sample.X * factor_of_linear_part(sample).solve(product);
}

Matrix choose_hinges(const Sample& sample, const Matrix& pool, Index k) {
  Matrix scaled = pool;
  const MatrixF F = hinge_values(sample, scaled);
  if (scaled.rows() == 0) return scaled;
  const std::vector<Index> chosen = pursue(project_out_linear_part(sample, F), k);
  Matrix hinges(static_cast<Index>(chosen.size()), scaled.cols());
  for (std::size_t t = 0; t < chosen.size(); ++t) hinges.row(static_cast<Index>(t)) = scaled.row(chosen[t]);
  return hinges;
}

}  // namespace resunit::regression
