// SPDX-License-Identifier: BSD-3-Clause
#include "tables/data/scaling.hpp"

#include <algorithm>
#include <cmath>

namespace resunit::regression {

Scaling compute_scaling(const MatrixView& M, const std::vector<Index>& order, double margin) {
  const Index d = M.cols();
  Vector low = M.colwise().minCoeff(), high = M.colwise().maxCoeff();
  // Relative to the range: sums and squares of entries of 1e150 or 1e-150 neither overflow nor underflow.
  const Eigen::ArrayXd range = (high - low).array();
  const Eigen::ArrayXd divisor = (range > 0).select(range, 1);
  Eigen::ArrayXd sum = Eigen::ArrayXd::Zero(d), square = Eigen::ArrayXd::Zero(d);
  for (const Index i : order) sum += (M.row(i).transpose() - low).array() / divisor;
  const Eigen::ArrayXd center = sum / static_cast<double>(order.size());
  for (const Index i : order) square += ((M.row(i).transpose() - low).array() / divisor - center).square();
  const Eigen::ArrayXd deviation = divisor * (square / static_cast<double>(order.size())).sqrt();
  Scaling scaling{.mean = low.array() + divisor * center, .scale = (deviation > 0).select(deviation, 1)};
  scaling.low = low.array() - margin * deviation;
  scaling.high = high.array() + margin * deviation;
  return scaling;
}

bool is_constant(const Scaling& scaling, Index column) {
  return !(scaling.low(column) < scaling.high(column));
}

double standardized(const Scaling& scaling, Index column, double value) {
  return (std::clamp(value, scaling.low(column), scaling.high(column)) - scaling.mean(column)) / scaling.scale(column);
}

Matrix restored(const Scaling& scaling, const MatrixView& standard) {
  Matrix result(standard.rows(), standard.cols());
  for (Index i = 0; i < standard.rows(); ++i)
    for (Index j = 0; j < standard.cols(); ++j)
      result(i, j) = std::clamp(scaling.mean(j) + scaling.scale(j) * standard(i, j), scaling.low(j), scaling.high(j));
  return result;
}

Matrix unclipped(const Scaling& scaling, const MatrixView& standard) {
  const Matrix scaled = standard * scaling.scale.asDiagonal();
  return scaled.rowwise() + scaling.mean.transpose();
}

Prepared prepare(const MatrixView& X, const MatrixView& Y, const std::vector<Index>& rows,
                 const std::vector<Index>& columns, const Scaling& inputs, const Scaling& outputs) {
  Prepared prepared;
  for (const Index column : columns)
    if (!is_constant(inputs, column)) prepared.columns.push_back(column);
  const auto n = static_cast<Index>(rows.size()), q = static_cast<Index>(prepared.columns.size()) + 1;
  prepared.rows.X.resize(n, q);
  prepared.rows.Y.resize(n, Y.cols());
  for (Index r = 0; r < n; ++r) {
    const Index i = rows[static_cast<std::size_t>(r)];
    for (Index c = 0; c + 1 < q; ++c) {
      const Index column = prepared.columns[static_cast<std::size_t>(c)];
      prepared.rows.X(r, c) = static_cast<float>(standardized(inputs, column, X(i, column)));
    }
    prepared.rows.X(r, q - 1) = 1;
    for (Index j = 0; j < Y.cols(); ++j) prepared.rows.Y(r, j) = static_cast<float>(standardized(outputs, j, Y(i, j)));
  }
  return prepared;
}

}  // namespace resunit::regression
