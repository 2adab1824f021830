// SPDX-License-Identifier: BSD-3-Clause
#include "tables/linear.hpp"

#include <Eigen/Eigenvalues>
#include <algorithm>

#include "tables/data/scaling.hpp"

namespace resunit::regression {
namespace {

constexpr Index kChunk = 1024;
constexpr double kRankTolerance = 1e-12;  ///< of eigenvalues of the correlation matrix, relative to the largest

/// The standardized rows order[first], ..., order[first + count - 1].
Matrix standard_rows(const Scaling& scaling, const MatrixView& M, const std::vector<Index>& order, Index first,
                     Index count) {
  Matrix Z(count, M.cols());
  for (Index i = 0; i < count; ++i)
    for (Index j = 0; j < M.cols(); ++j)
      Z(i, j) = standardized(scaling, j, M(order[static_cast<std::size_t>(first + i)], j));
  return Z;
}

/// The pseudo-inverse of a correlation matrix times `right`.
Matrix solve(const Eigen::MatrixXd& gram, const Matrix& right) {
  const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> eigen(gram);
  const Vector& values = eigen.eigenvalues();
  const double smallest = kRankTolerance * values(values.size() - 1);
  const Vector inverse = (values.array() > smallest).select(values.cwiseInverse(), 0);
  return eigen.eigenvectors() * (inverse.asDiagonal() * (eigen.eigenvectors().transpose() * right));
}

}  // namespace

void learn_linear(const MatrixView& X, const MatrixView& Y, const std::vector<Index>& order, Regressor& regressor) {
  const Index d = X.cols(), m = Y.cols(), n = std::ssize(order);
  Eigen::MatrixXd gram = Eigen::MatrixXd::Zero(d, d);
  Matrix product = Matrix::Zero(d, m);
  for (Index first = 0; first < n; first += kChunk) {
    const Index count = std::min(kChunk, n - first);
    const Matrix Z = standard_rows(regressor.inputs, X, order, first, count);
    gram.noalias() += Z.transpose() * Z;
    product.noalias() += Z.transpose() * standard_rows(regressor.outputs, Y, order, first, count);
  }
  regressor.A.resize(0, d + 1);
  regressor.V.resize(m, 0);
  regressor.W = Matrix::Zero(m, d + 1);  // standardized columns have mean 0: the intercept is 0
  regressor.W.leftCols(d) = solve(gram, product).transpose();
}

}  // namespace resunit::regression
