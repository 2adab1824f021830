// SPDX-License-Identifier: BSD-3-Clause
#include "tables/linear.hpp"

#include <Eigen/Eigenvalues>
#include <numeric>

#include "tables/data/scaling.hpp"

namespace resunit::regression {
namespace {

constexpr Index kChunk = 1024;
constexpr double kRankTolerance = 1e-12;  ///< of eigenvalues of the correlation matrix, relative to the largest

/// Rows first, ..., first + count - 1, standardized but not clipped.
Matrix standard_rows(const Scaling& scaling, const MatrixView& M, Index first, Index count) {
  const auto centered = M.middleRows(first, count).rowwise() - scaling.mean.transpose();
  return centered.array().rowwise() / scaling.scale.transpose().array();
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

Matrix predict_linear(const MatrixView& X, const MatrixView& Y, const MatrixView& X_new) {
  std::vector<Index> order(static_cast<std::size_t>(X.rows()));
  std::iota(order.begin(), order.end(), Index{0});
  const Scaling inputs = compute_scaling(X, order, 0), outputs = compute_scaling(Y, order, 0);
  Eigen::MatrixXd gram = Eigen::MatrixXd::Zero(X.cols(), X.cols());
  Matrix product = Matrix::Zero(X.cols(), Y.cols());
  for (Index first = 0; first < X.rows(); first += kChunk) {
    const Index count = std::min(kChunk, X.rows() - first);
    const Matrix Z = standard_rows(inputs, X, first, count);
    gram.noalias() += Z.transpose() * Z;
    product.noalias() += Z.transpose() * standard_rows(outputs, Y, first, count);
  }
  const Matrix slopes = solve(gram, product);
  Matrix predicted = standard_rows(inputs, X_new, 0, X_new.rows()) * slopes;
  predicted = predicted * outputs.scale.asDiagonal();
  return predicted.rowwise() + outputs.mean.transpose();
}

}  // namespace resunit::regression
