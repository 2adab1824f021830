#include "layer1/layer1.hpp"

#include <cmath>

namespace resunit {
namespace {

/// A program with its constraints a >= 0, where asked for, as further rows of F.
struct Program {
  Matrix F;
  Matrix T;
};

/// F = -X, T = -H. A constraint a_k >= 0 is a row e_k with target 0. Among the rows of (Rmu), which may be violated at
/// a price, it weighs so much that what is left of a violation is rounding.
Program layer1_program(const MatrixView& X, const MatrixView& H, const Layer1Options& options) {
  if (!options.nonnegative) return {-X, -H};
  const Index n = X.rows(), d = X.cols();
  const double weight = options.program == RowProgram::central_path ? 1e4 : 1.0;
  Program program{Matrix::Zero(n + d, d), Matrix::Zero(H.rows(), n + d)};
  program.F.topRows(n) = -X;
  program.F.bottomRows(d).diagonal() = weight * X.colwise().norm() / std::sqrt(static_cast<double>(n));
  program.T.leftCols(n) = -H;
  return program;
}

}  // namespace

double layer1_scale(const Vector& u, const Vector& h, Rescale rescale) {
  const auto chosen = (rescale == Rescale::paper ? h.array() > 0 : u.array() > 0).cast<double>();
  const double hh = (chosen * h.array().square()).sum();
  return hh > 0 ? (chosen * h.array() * u.array()).sum() / hh : 0.0;
}

Layer1 learn_layer1(const MatrixView& X, const MatrixView& H, const Layer1Options& options) {
  const auto [F, T] = layer1_program(X, H, options);
  Layer1 layer{.rows = solve_rows(options.program, F, T, options.rows)};
  layer.k = Vector::Zero(H.rows());
  layer.A = Matrix::Zero(H.rows(), X.cols());
  for (Index j = 0; j < H.rows(); ++j) {
    if (H.row(j).isZero(0)) continue;  // a neuron that is never active: a = 0
    Vector a = layer.rows.C.row(j);
    if (options.nonnegative) a = a.cwiseMax(0.0);
    const double k = layer1_scale(X * a, H.row(j), options.rescale);
    if (!(k > 0)) continue;
    layer.k(j) = k;
    layer.A.row(j) = a / k;
  }
  return layer;
}

}  // namespace resunit
