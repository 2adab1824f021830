// SPDX-License-Identifier: BSD-3-Clause
#include "noise/start/line_costs.hpp"

#include <cmath>

#include "linalg/assignment.hpp"

namespace resunit {
namespace {

/// Smallest t relative to the norm of q_k - s u_k, and absolute: tau = 2/t stays finite if the estimate of t is <= 0.
constexpr double kSmallestShare = 0.05, kSmallestT = 1e-12;

}  // namespace

Index LineCosts::cheaper_sign(Index line, Index j) const {
  const Index d = cost.cols();
  return cost(line, j) < cost(line + d, j) ? line : line + d;
}

Choice LineCosts::cheapest() const {
  const Index d = cost.cols();
  const std::vector<Index> line = assign(cost.topRows(d).cwiseMin(cost.bottomRows(d)));
  Choice choice{.hinge = std::vector<Index>(d), .scale = Vector(d)};
  for (Index j = 0; j < d; ++j) {
    choice.hinge[j] = cheaper_sign(line[j], j);
    choice.scale(j) = scale(choice.hinge[j], j);
  }
  return choice;
}

LineCosts compute_line_costs(const Matrix& U, const Matrix& q, const Vector& w, const Eigen::MatrixXd& G) {
  const Index d = U.rows();
  LineCosts costs{.cost = Matrix(2 * d, d), .scale = Matrix(2 * d, d)};
  for (const double sign : {-1.0, 1.0}) {
    const Index first = sign < 0 ? 0 : d;
    const Matrix rest = q - sign * U;
    const Matrix products = rest * G;
    const Vector square = products.cwiseProduct(rest).rowwise().sum().cwiseMax(0.0);
    for (Index k = 0; k < d; ++k)
      for (Index j = 0; j < d; ++j) {
        const double g = G(j, j);
        const double t = std::max(products(k, j) / g, kSmallestShare * std::sqrt(square(k) / g) + kSmallestT);
        costs.cost(first + k, j) = w(k) * (square(k) - 2 * t * products(k, j) + t * t * g);
        costs.scale(first + k, j) = 2 / t;
      }
  }
  return costs;
}

}  // namespace resunit
