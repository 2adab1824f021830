// SPDX-License-Identifier: BSD-3-Clause
#include "tables/ensemble/relevance.hpp"

#include <algorithm>
#include <cmath>

namespace resunit::regression {
namespace {

constexpr Index kMaxRows = 4000;
constexpr double kPower = 0.75;
constexpr double kMinScale = 0.05;  ///< smallest scale of an input; 1 is that of an input with the rms slope

/// g, the rms slopes, summed over outputs.
Vector slopes(const Rows& rows, const Network& network) {
  const Index n = std::min(rows.count(), kMaxRows), p = rows.inputs() - 1;
  Matrix X(n, p + 1);
  for (Index i = 0; i < n; ++i) X.row(i) = rows.X.row(i * rows.count() / n).cast<double>();
  const Matrix active = ((X * network.A.transpose()).array() > 0).cast<double>();
  Vector square = Vector::Zero(p);
  for (Index c = 0; c < network.W.rows(); ++c) {
    Matrix gradient = active * network.V.row(c).asDiagonal() * network.A;
    gradient.rowwise() += network.W.row(c);
    square += gradient.leftCols(p).colwise().squaredNorm().transpose();
  }
  return (square / static_cast<double>(n)).cwiseSqrt();
}

}  // namespace

Vector relevance(const Rows& rows, const Network& network) {
  const Vector g = slopes(rows, network);
  const double rms = std::sqrt(g.squaredNorm() / static_cast<double>(std::max<Index>(g.size(), 1)));
  Vector s = Vector::Ones(rows.inputs());
  if (!(rms > 0)) return s;
  for (Index j = 0; j < g.size(); ++j) s(j) = std::max(kMinScale, std::pow(g(j) / rms, kPower));
  return s;
}

void scale_inputs(const Vector& s, Rows& rows) {
  rows.X *= s.cast<float>().asDiagonal();
}

void unscale_inputs(const Vector& s, Network& network) {
  network.A *= s.asDiagonal();
  network.W *= s.asDiagonal();
}

}  // namespace resunit::regression
