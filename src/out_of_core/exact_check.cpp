// SPDX-License-Identifier: BSD-3-Clause
#include "out_of_core/exact_check.hpp"

#include <algorithm>
#include <cmath>

#include "exact/tolerances.hpp"
#include "model/unit_parts.hpp"
#include "out_of_core/sums.hpp"

namespace resunit {
namespace {

struct CheckSums {
  double residual = 0, size = 0;  ///< sums of squares of residuals and of outputs
  BackwardErrorSums rows;
  Index most = 0;            ///< number of contradicting samples
  std::vector<Vector> X, Y;  ///< of contradicting samples

  CheckSums& operator+=(const CheckSums& other) {
    residual += other.residual;
    size += other.size;
    rows += other.rows;
    for (std::size_t k = 0; k < other.X.size() && std::ssize(X) < most; ++k) {
      X.push_back(other.X[k]);
      Y.push_back(other.Y[k]);
    }
    return *this;
  }
};

Matrix stacked(const std::vector<Vector>& rows, Index cols) {
  Matrix matrix(std::ssize(rows), cols);
  for (Index i = 0; i < matrix.rows(); ++i) matrix.row(i) = rows[i].transpose();
  return matrix;
}

}  // namespace

ExactCheck check_unit(SampleStream& stream, const Unit& unit, const RowWeights& rows, int threads) {
  const Index m = stream.file_outputs();
  const Matrix magnitudes = unit.B.topRows(m).cwiseAbs();
  const Index most = kContradictingPerInput * stream.inputs();
  const CheckSums zero{.rows = BackwardErrorSums(Vector::Ones(stream.inputs())), .most = most};
  const CheckSums sums = sum_over_samples(stream, threads, zero, [&](const Samples& part, CheckSums& to) {
    const Matrix E = (part.Y - forward(unit, part.X)).leftCols(m);
    const Vector squares = E.rowwise().squaredNorm(), sizes = part.Y.leftCols(m).rowwise().norm();
    to.residual += squares.sum();
    to.size += sizes.squaredNorm();
    to.rows.add(part, rows);
    for (Index i = 0; i < part.count() && std::ssize(to.X) < most; ++i) {
      const auto terms = [&] { return (magnitudes * hidden_layer(unit, part.X.row(i)).cwiseAbs().transpose()).norm(); };
      const double error = std::sqrt(squares(i));
      if (error <= kContradiction * sizes(i) || error <= kContradiction * (sizes(i) + terms())) continue;
      to.X.emplace_back(part.X.row(i).transpose());
      to.Y.emplace_back(part.Y.row(i).transpose());
    }
  });
  return {.relative_residual = sums.size > 0 ? std::sqrt(sums.residual / sums.size) : 0.0,
          .loss = sums.residual / (2 * static_cast<double>(stream.count())),
          .backward_errors = sums.rows.errors(),
          .contradicting = {stacked(sums.X, stream.inputs()), stacked(sums.Y, stream.outputs())}};
}

double training_loss(SampleStream& stream, const Unit& unit, int threads) {
  const double squares = sum_over_samples(stream, threads, 0.0, [&](const Samples& part, double& to) {
    to += (part.Y - forward(unit, part.X)).rowwise().squaredNorm().sum();
  });
  return squares / (2 * static_cast<double>(stream.count()));
}

}  // namespace resunit
