#include "layer2/layer2.hpp"

#include <Eigen/QR>
#include <cmath>

#include "linalg/basis.hpp"
#include "linalg/length.hpp"

namespace resunit {
namespace {

// Hidden outputs below this share of the rms of their x_j are rounding of zero: a neuron that is never active must not
// be taken for one that is active by 1e-15.
constexpr double kSilent = 1e-9;

/// (A x_j)^+ from the image (C y)_j, clamped where noise or rounding makes it negative.
/// Differs from the paper in the noisy LP, whose xi = C y - x may be negative: clamped outputs follow its noise figure
/// closer (docs/results.md).
Vector hidden_output(const Vector& image, const Vector& x) {
  const double silent = kSilent * length_of(x) / std::sqrt(static_cast<double>(x.size()));
  return (image - x).unaryExpr([silent](double h) { return h > silent ? h : 0.0; });
}

/// Is image = x on many samples with x < 0, but not on all? So it is where a row that is no scale row was solved
/// exactly, and nowhere on a scale row: its image k x meets x for k = 1 only, and then everywhere.
bool is_tied_on_some(const Vector& image, const Vector& x) {
  const double silent = kSilent * length_of(x) / std::sqrt(static_cast<double>(x.size()));
  const auto negative = x.array() < 0;
  const Index ties = (negative && (image - x).array().abs() <= silent).count();
  return 4 * ties > negative.count() && ties < negative.count();
}

/// B by regression of y on C y. Never by inverting C, which may be ill-conditioned or not square. Columns of like
/// length, or a small one would pass for a combination of the others.
Matrix regress_layer2(const Matrix& images, const MatrixView& Y) {
  const Vector unit = column_scales(images.transpose()).cwiseInverse();
  const Eigen::MatrixXd hidden = images.transpose() * unit.asDiagonal();
  const Eigen::MatrixXd B = Eigen::ColPivHouseholderQR<Eigen::MatrixXd>(hidden).solve(Eigen::MatrixXd(Y)).transpose();
  return B * unit.asDiagonal();
}

}  // namespace

ScaleFactor layer2_scale(const Vector& image, const Vector& x, double tolerance) {
  const auto negative = (x.array() < 0).cast<double>();
  const double xx = (negative * x.array().square()).sum();
  if (xx == 0) return {};
  if (is_tied_on_some(image, x)) return {};
  const double k = (negative * x.array() * image.array()).sum() / xx;
  const double rest = (negative * (image - k * x).array().square()).sum();
  return k > 0 && rest <= tolerance * xx ? ScaleFactor{k, true} : ScaleFactor{};
}

Layer2 learn_layer2(const Samples& samples, const Layer2Options& options) {
  const Index d = samples.inputs();
  const Matrix targets = samples.X.transpose();
  Layer2 layer{.rows = solve_rows(options.program, samples.Y, targets, options.rows)};
  if (layer.rows.rank < d || layer.rows.status() == RowStatus::infeasible) return layer;

  Matrix images = layer.rows.C * samples.Y.transpose();
  layer.C = layer.rows.C;
  layer.k.resize(d);
  layer.scale_rows.resize(d);
  layer.H.resize(d, samples.count());
  for (Index j = 0; j < d; ++j) {
    const auto [k, is_scale_row] = layer2_scale(images.row(j), targets.row(j), options.scale_tolerance);
    layer.k(j) = k;
    layer.scale_rows[j] = is_scale_row;
    layer.C.row(j) /= k;
    images.row(j) /= k;
    layer.H.row(j) = hidden_output(images.row(j), targets.row(j));
  }
  layer.B = regress_layer2(images, samples.Y);
  return layer;
}

}  // namespace resunit
