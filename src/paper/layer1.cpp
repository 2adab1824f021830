// SPDX-License-Identifier: BSD-3-Clause
#include "paper/layer1.hpp"

#include <cmath>

#include "row/rows.hpp"

namespace resunit {
namespace {

/// Weight of a constraint a_k >= 0 in (Rmu), relative to the rms of x_k. (Rmu) penalizes violations instead of
/// excluding them: with this weight they are at rounding error.
constexpr double kConstraintWeight = 1e4;

/// A program with its constraints a >= 0, if any, as additional rows of F.
struct Program {
  Matrix F;
  Matrix T;
};

/// F = -X, T = -H. A constraint a_k >= 0 is a row e_k with target 0.
Program layer1_program(const MatrixView& X, const MatrixView& H, const Layer1Options& options) {
  if (!options.nonnegative) return {-X, -H};
  const Index n = X.rows(), d = X.cols();
  const double weight = options.program == RowProgram::central_path ? kConstraintWeight : 1.0;
  Program program{Matrix::Zero(n + d, d), Matrix::Zero(H.rows(), n + d)};
  program.F.topRows(n) = -X;
  program.F.bottomRows(d).diagonal() = weight * X.colwise().norm() / std::sqrt(static_cast<double>(n));
  program.T.leftCols(n) = -H;
  return program;
}

}  // namespace

RescaleSums::RescaleSums(Index rows) : hh_(Eigen::ArrayXd::Zero(rows)), hu_(hh_) {}

void RescaleSums::add(const MatrixView& U, const MatrixView& H, Rescale rescale) {
  const auto& chosen_by = rescale == Rescale::paper ? H : U;
  const auto chosen = (chosen_by.array() > 0).cast<double>();
  hh_ += (chosen * H.array().square()).rowwise().sum();
  hu_ += (chosen * H.array() * U.array()).rowwise().sum();
}

RescaleSums& RescaleSums::operator+=(const RescaleSums& other) {
  hh_ += other.hh_;
  hu_ += other.hu_;
  return *this;
}

double RescaleSums::factor(Index j) const {
  return hh_(j) > 0 ? hu_(j) / hh_(j) : 0.0;
}

void rescale_rows(const RescaleSums& sums, const std::vector<bool>& active, bool nonnegative, Layer1& layer) {
  const Matrix& rows = layer.rows.C;
  layer.k = Vector::Zero(rows.rows());
  layer.unscaled.assign(active.size(), false);
  layer.A = Matrix::Zero(rows.rows(), rows.cols());
  for (Index j = 0; j < rows.rows(); ++j) {
    if (!active[j]) continue;  // a neuron that is inactive on all samples: a = 0
    const double k = sums.factor(j);
    layer.unscaled[j] = !(k > 0);
    if (layer.unscaled[j]) continue;
    layer.k(j) = k;
    layer.A.row(j) = rows.row(j) / k;
    if (nonnegative) layer.A.row(j) = layer.A.row(j).cwiseMax(0.0);
  }
}

Layer1 learn_layer1(const MatrixView& X, const MatrixView& H, const Layer1Options& options) {
  const auto [F, T] = layer1_program(X, H, options);
  Layer1 layer{.rows = solve_programs(options.program, F, T, options.rows, options.threads, options.progress)};
  Matrix rows = layer.rows.C;
  if (options.nonnegative) rows = rows.cwiseMax(0.0);
  const Matrix U = rows * X.transpose();
  RescaleSums sums(H.rows());
  sums.add(U, H, options.rescale);
  std::vector<bool> active(H.rows());
  for (Index j = 0; j < H.rows(); ++j) active[j] = !H.row(j).isZero(0);
  rescale_rows(sums, active, options.nonnegative, layer);
  return layer;
}

}  // namespace resunit
