// SPDX-License-Identifier: BSD-3-Clause
#include "paper/layer2.hpp"

#include <Eigen/QR>
#include <algorithm>
#include <cmath>

#include "linalg/basis.hpp"
#include "linalg/norms.hpp"
#include "row/rows.hpp"

namespace resunit {
namespace {

constexpr double kZero = 1e-9;  ///< relative to the rms of x_j: smaller hidden outputs are rounding errors

/// Share of the samples with x_j < 0 above which ties are not accidental.
constexpr double kTiedShare = 0.25;

Vector column_lengths(const MatrixView& X) {
  Vector lengths(X.cols());
  for (Index j = 0; j < X.cols(); ++j) lengths(j) = length_of(X.col(j));
  return lengths;
}

}  // namespace

Matrix regress_layer2(const Matrix& hidden, const MatrixView& Y) {
  const Vector inverse_scales = column_scales(hidden).cwiseInverse();
  const Eigen::MatrixXd scaled = hidden * inverse_scales.asDiagonal();
  const Eigen::MatrixXd B = Eigen::ColPivHouseholderQR<Eigen::MatrixXd>(scaled).solve(Eigen::MatrixXd(Y)).transpose();
  return B * inverse_scales.asDiagonal();
}

Vector zero_tolerance(const Vector& column_lengths, Index n) {
  return kZero / std::sqrt(static_cast<double>(n)) * column_lengths;
}

Matrix hidden_outputs(Matrix images, const MatrixView& X, Index first, const Vector& zero) {
  images -= X.middleCols(first, images.rows()).transpose();
  for (Index j = 0; j < images.rows(); ++j) {
    const double least = zero(first + j);
    images.row(j) = images.row(j).unaryExpr([least](double h) { return h > least ? h : 0.0; });
  }
  return images;
}

ScaleSums::ScaleSums(Index inputs)
    : negative_(Eigen::ArrayXd::Zero(inputs)), ties_(negative_), xx_(negative_), xi_(negative_), ii_(negative_) {}

void ScaleSums::add(const MatrixView& images, const MatrixView& X, const Vector& zero) {
  for (Index i = 0; i < X.rows(); ++i)
    for (Index j = 0; j < X.cols(); ++j) {
      const double x = X(i, j), image = images(i, j);
      if (!(x < 0)) continue;
      negative_(j) += 1;
      ties_(j) += std::abs(image - x) <= zero(j) ? 1 : 0;
      xx_(j) += x * x;
      xi_(j) += x * image;
      ii_(j) += image * image;
    }
}

ScaleSums& ScaleSums::operator+=(const ScaleSums& other) {
  negative_ += other.negative_;
  ties_ += other.ties_;
  xx_ += other.xx_;
  xi_ += other.xi_;
  ii_ += other.ii_;
  return *this;
}

ScaleFactor ScaleSums::factor(Index j, double tolerance) const {
  // Ties, image = x, on many but not all samples occur if a row that is not a scale row was solved exactly. They do not
  // occur on a scale row, whose image k x equals x for k = 1 only, and then on all samples.
  const bool tied_on_some = ties_(j) > kTiedShare * negative_(j) && ties_(j) < negative_(j);
  if (xx_(j) == 0 || tied_on_some) return {};
  const double k = xi_(j) / xx_(j), rest = ii_(j) - k * xi_(j);
  return k > 0 && rest <= tolerance * xx_(j) ? ScaleFactor{.k = k, .is_scale_row = true} : ScaleFactor{};
}

void divide_by_factors(const ScaleSums& sums, double tolerance, Layer2& layer) {
  const Index d = layer.C.rows();
  layer.k.resize(d);
  layer.scale_rows.resize(static_cast<std::size_t>(d));
  for (Index j = 0; j < d; ++j) {
    const auto [k, is_scale_row] = sums.factor(j, tolerance);
    layer.k(j) = k;
    layer.scale_rows[j] = is_scale_row;
    layer.C.row(j) /= k;
  }
}

bool has_infeasible_row(const RowsResult& rows) {
  return std::any_of(rows.rows.begin(), rows.rows.end(),
                     [](const RowReport& row) { return row.status == RowStatus::infeasible; });
}

Layer2 learn_layer2(const Samples& samples, const Layer2Options& options) {
  const Index d = samples.inputs();
  const Matrix targets = samples.X.transpose();
  Layer2 layer{
      .rows = solve_programs(options.program, samples.Y, targets, options.rows, options.threads, options.progress)};
  if (layer.rows.rank < d || has_infeasible_row(layer.rows)) return layer;

  layer.C = layer.rows.C;
  Matrix images = layer.C * samples.Y.transpose();
  const Vector zero = zero_tolerance(column_lengths(samples.X), samples.count());
  ScaleSums sums(d);
  sums.add(Matrix(images.transpose()), samples.X, zero);
  divide_by_factors(sums, options.scale_tolerance, layer);
  images.array().colwise() /= layer.k.array();
  layer.B = regress_layer2(images.transpose(), samples.Y);
  layer.H = hidden_outputs(std::move(images), samples.X, 0, zero);
  return layer;
}

}  // namespace resunit
