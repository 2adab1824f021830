// SPDX-License-Identifier: BSD-3-Clause
#include "deep/queries/layer_rows.hpp"

#include <Eigen/Eigenvalues>
#include <algorithm>
#include <cmath>

#include "linalg/assignment.hpp"
#include "linalg/median.hpp"
#include "parallel/progress_scope.hpp"

namespace resunit {
namespace {

constexpr double kEquationTolerance = 4;  ///< of an equation, in multiples of the tolerance of directions
constexpr double kKinkErrors = 20;        ///< and of the estimated error of the kink
constexpr double kSmallestRow = 1e-9;     ///< |w_c|, relative to that of scaled inputs
constexpr double kAlmostAll = 0.99;       ///< share of points at which a row without kinks is active
constexpr double kSmallestNull = 1e-3;    ///< component of e_c in the null space; below, nothing is known about row c
constexpr double kNeverActive = 1e-6;     ///< difference of that component from 1 up to which e_c is in the null space
constexpr double kNotAssigned = 2;        ///< cost of a row without a hyperplane; larger than any other

/// The kinks of the layer, in arrays.
struct Equations {
  Eigen::MatrixXd minus, plus;  ///< z on both sides, n x d
  Eigen::MatrixXd at_planes;    ///< u_k r, n x planes
  Eigen::MatrixXd z_at_planes;  ///< u_k z / |z| before the kink, n x planes
  Eigen::MatrixXd relative;     ///< z / |z| before the kink
  Vector length, tolerance;
  std::vector<Index> plane;  ///< of each kink
  std::vector<double> side;  ///< 1 if u_k points to the side after the kink, otherwise -1
};

Equations equations_of(const LayerCoordinates& at, const std::vector<Hyperplane>& planes) {
  Index count = 0;
  for (const Hyperplane& plane : planes) count += std::ssize(plane.kinks);
  const Index d = at.inputs();
  Equations all{.minus = Eigen::MatrixXd(count, d),
                .plus = Eigen::MatrixXd(count, d),
                .at_planes = {},
                .z_at_planes = {},
                .relative = {},
                .length = Vector(count),
                .tolerance = Vector(count),
                .plane = {},
                .side = {}};
  Eigen::MatrixXd R(count, d), U(d, std::ssize(planes));
  Index row = 0;
  for (std::size_t k = 0; k < planes.size(); ++k) {
    U.col(static_cast<Index>(k)) = planes[k].u;
    for (const std::size_t i : planes[k].kinks) {
      const LayerKink& kink = at.kinks()[i];
      R.row(row) = kink.r;
      all.minus.row(row) = kink.minus;
      all.plus.row(row) = kink.plus;
      all.length(row) = kink.length;
      all.tolerance(row) = kEquationTolerance * at.direction_tolerance() + kKinkErrors * kink.error;
      all.plane.push_back(static_cast<Index>(k));
      all.side.push_back(kink.w.dot(planes[k].u) > 0 ? 1.0 : -1.0);
      ++row;
    }
  }
  all.relative = all.minus.rowwise().normalized();
  all.at_planes = R * U;
  all.z_at_planes = all.relative * U;
  return all;
}

struct Choice {
  double cost = 1;
  double scale = 0;  ///< s rho
};

/// Row c = s rho u_k: its scale and cost.
Choice choose_scale(const Equations& all, Index k, Index c, double s) {
  std::vector<double> own;
  const Index n = all.length.size();
  const auto scale_at = [&](Index i) {
    const bool active_after = s * all.side[static_cast<std::size_t>(i)] > 0;
    return (active_after ? all.minus(i, c) : all.plus(i, c)) * all.length(i);
  };
  for (Index i = 0; i < n; ++i)
    if (all.plane[static_cast<std::size_t>(i)] == k) own.push_back(scale_at(i));
  const double rho = median(Eigen::Map<const Vector>(own.data(), std::ssize(own)));
  if (!(rho > kSmallestRow) || !std::isfinite(rho)) return {};
  Index own_failed = 0, other = 0, other_failed = 0;
  for (Index i = 0; i < n; ++i) {
    if (all.plane[static_cast<std::size_t>(i)] == k) {
      own_failed += !(std::abs(scale_at(i) - rho) <= all.tolerance(i) * rho);
      continue;
    }
    const double active = s * all.at_planes(i, k) > 0 ? 1.0 : 0.0;
    const double residual = all.relative(i, c) + active * s * rho * all.z_at_planes(i, k);
    other_failed += !(std::abs(residual) <= all.tolerance(i) * (1 + active * rho));
    ++other;
  }
  const double own_share = static_cast<double>(own_failed) / static_cast<double>(own.size());
  const double other_share = static_cast<double>(other_failed) / static_cast<double>(std::max<Index>(other, 1));
  return {.cost = (own_share + other_share) / 2, .scale = s * rho};
}

/// The null space of all z: with a row that is active at all kinks, (e_c + w_c) z = 0; with one that is active at none,
/// z_c = 0. Orthonormal columns, at most `count`.
Eigen::MatrixXd null_space(const Equations& all, Index count, double tolerance) {
  const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> eigen(all.relative.transpose() * all.relative);
  const double largest = static_cast<double>(all.relative.rows()) * tolerance * tolerance;
  Index found = 0;
  while (found < count && eigen.eigenvalues()(found) <= largest) ++found;
  return eigen.eigenvectors().leftCols(found);
}

/// A scale kappa for which the row kappa n - e_c is active at (almost) all points r: kappa n r >= r_c. Every such scale
/// gives the same function, because the layer above divides by it.
double scale_of_active_row(const std::vector<LinePoints>& lines, const Vector& n, Index c) {
  std::vector<double> lower, upper;
  for (const LinePoints& line : lines)
    for (const auto& r : line.r.rowwise()) {
      const double a = r.dot(n.transpose()), b = r(c);
      if (a > 0) lower.push_back(b / a);
      if (a < 0) upper.push_back(b / a);
    }
  const auto quantile = [](std::vector<double>& values, double level) {
    const auto at = values.begin() + static_cast<Index>(level * static_cast<double>(values.size() - 1));
    std::nth_element(values.begin(), at, values.end());
    return *at;
  };
  if (lower.empty()) return upper.empty() ? 1 : quantile(upper, 1 - kAlmostAll) - 1;
  const double low = quantile(lower, kAlmostAll);
  return upper.empty() ? std::max(2 * low, low + 1) : (low + quantile(upper, 1 - kAlmostAll)) / 2;
}

/// A row without a hyperplane, active at all kinks or at none.
Vector row_without_kinks(const LayerCoordinates& at, const Eigen::MatrixXd& null, Index c) {
  const Vector e = Vector::Unit(at.inputs(), c), n = null * null.row(c).transpose();
  const double length = n.norm();
  if (!(length > kSmallestNull) || length > 1 - kNeverActive) return Vector::Zero(at.inputs());
  return scale_of_active_row(at.lines(), n / length, c) * n / length - e;
}

}  // namespace

LayerRows decode_rows(const LayerCoordinates& at, const std::vector<Hyperplane>& planes) {
  const Index d = at.inputs();
  const Equations all = equations_of(at, planes);
  Matrix cost = Matrix::Constant(d, d, kNotAssigned), scale = Matrix::Zero(d, d);
  for (Index k = 0; k < std::ssize(planes); ++k) {
    check_cancelled();
    for (Index c = 0; c < d; ++c) {
      // With equal costs, as for scale rows, the positive diagonal entry of the canonical form.
      const double canonical_sign = planes[static_cast<std::size_t>(k)].u(c) < 0 ? -1.0 : 1.0;
      const Choice first = choose_scale(all, k, c, canonical_sign), second = choose_scale(all, k, c, -canonical_sign);
      const Choice& best = second.cost < first.cost ? second : first;
      cost(k, c) = best.cost;
      scale(k, c) = best.scale;
    }
  }
  const std::vector<Index> plane = assign(cost);
  LayerRows rows{.W = Matrix::Zero(d, d)};
  const Eigen::MatrixXd null = null_space(all, d - std::ssize(planes), at.direction_tolerance());
  for (Index c = 0; c < d; ++c) {
    const Index k = plane[static_cast<std::size_t>(c)];
    if (k >= std::ssize(planes)) {
      rows.W.row(c) = row_without_kinks(at, null, c);
      continue;
    }
    rows.W.row(c) = scale(k, c) * planes[static_cast<std::size_t>(k)].u;
    rows.worst_cost = std::max(rows.worst_cost, cost(k, c));
  }
  return rows;
}

}  // namespace resunit
