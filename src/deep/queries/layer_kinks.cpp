// SPDX-License-Identifier: BSD-3-Clause
#include "deep/queries/layer_kinks.hpp"

#include <Eigen/LU>
#include <cmath>

#include "model/network_parts.hpp"
#include "parallel/progress_scope.hpp"

namespace resunit {
namespace {

constexpr double kSmallestTolerance = 3e-5;  ///< of directions
constexpr double kPerLayer = 2;              ///< additional tolerance, in multiples of the root of the precision

LinePoints points_of(const Line& line) {
  Matrix r(std::ssize(line.kinks) + 2, line.a.size());
  r.row(0) = line.at(-line.reach);
  for (std::size_t k = 0; k < line.kinks.size(); ++k) r.row(static_cast<Index>(k) + 1) = line.at(line.kinks[k]);
  r.row(r.rows() - 1) = line.at(line.reach);
  return {.r = std::move(r)};
}

}  // namespace

LayerCoordinates::LayerCoordinates(const std::vector<Kink>& kinks, const std::vector<Line>& lines, double precision)
    : inputs_(lines.front().a.size()), precision_(precision), measured_(kinks) {
  for (const Kink& kink : kinks) {
    below_.push_back(kink.below);
    kinks_.push_back({.r = kink.x,
                      .J = Eigen::MatrixXd::Identity(inputs_, inputs_),
                      .w = kink.v,
                      .length = 1,
                      .error = kink.error,
                      .minus = kink.minus,
                      .plus = kink.plus});
  }
  for (const Line& line : lines) lines_.push_back(points_of(line));
}

double LayerCoordinates::direction_tolerance() const {
  return kSmallestTolerance + kPerLayer * static_cast<double>(layer_ + 1) * std::sqrt(precision_);
}

void LayerCoordinates::apply(const Matrix& W, const std::vector<bool>& used) {
  std::size_t kept = 0;
  for (std::size_t i = 0; i < kinks_.size(); ++i) {
    if (used[i]) continue;
    check_cancelled();
    const Vector at_below = W * below_[i];
    LayerKink next = std::move(kinks_[i]);
    Eigen::MatrixXd step = Eigen::MatrixXd::Identity(inputs_, inputs_);
    for (Index j = 0; j < inputs_; ++j)
      if (at_below(j) > 0) step.row(j) += W.row(j);
    next.r = step * next.r;
    next.J = step * next.J;
    below_[kept] = below_[i] + at_below.cwiseMax(0.0);
    measured_[kept] = std::move(measured_[i]);
    kinks_[kept++] = std::move(next);
  }
  kinks_.resize(kept);
  measured_.resize(kept);
  below_.resize(kept);
  for (LinePoints& line : lines_) line.r = next_layer(line.r, W);
  ++layer_;
  compute_directions();
}

void LayerCoordinates::compute_directions() {
  for (std::size_t i = 0; i < kinks_.size(); ++i) {
    LayerKink& kink = kinks_[i];
    const Eigen::MatrixXd inverse = kink.J.inverse();
    const Vector w = inverse.transpose() * measured_[i].v;
    kink.length = w.norm();
    kink.w = w / kink.length;
    kink.error = measured_[i].error * inverse.norm() / kink.length;
    if (!kink.w.allFinite()) kink.error = 1;
    kink.minus = kink.J * measured_[i].minus;
    kink.plus = kink.J * measured_[i].plus;
  }
}

}  // namespace resunit
