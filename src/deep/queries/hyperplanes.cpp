// SPDX-License-Identifier: BSD-3-Clause
#include "deep/queries/hyperplanes.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

#include "parallel/progress_scope.hpp"

namespace resunit {
namespace {

constexpr std::size_t kFewestKinks = 3;
constexpr double kNormalErrors = 4;          ///< largest deviation of a normal, in multiples of its estimated error
constexpr double kLargestNormalError = 0.1;  ///< of a normal that is compared
constexpr double kOnPlane = 10;  ///< |u r| of a point on a hyperplane, in multiples of the tolerance of directions
constexpr double kSmallestCoverage = 0.6;
constexpr double kSmallestError = 1e-14;  ///< limits the weight of a single normal in the mean

/// For every kink, the kinks with the same normal, itself included.
std::vector<std::vector<std::size_t>> equal_normals(const LayerCoordinates& at) {
  const std::vector<LayerKink>& kinks = at.kinks();
  const Index count = std::ssize(kinks);
  Eigen::MatrixXd normals(at.inputs(), count);
  Vector tolerance(count);
  for (Index i = 0; i < count; ++i) {
    normals.col(i) = kinks[static_cast<std::size_t>(i)].w;
    tolerance(i) = at.direction_tolerance() + kNormalErrors * kinks[static_cast<std::size_t>(i)].error;
  }
  std::vector<std::vector<std::size_t>> equal(kinks.size());
  for (Index i = 0; i < count; ++i) {
    check_cancelled();
    if (!(tolerance(i) <= kLargestNormalError)) continue;
    const Vector cosines = normals.transpose() * normals.col(i);
    for (Index j = 0; j < count; ++j) {
      if (!(tolerance(j) <= kLargestNormalError)) continue;
      const double limit = tolerance(i) + tolerance(j);
      // |n_i - n_j|^2 = 2 - 2 cos, which loses the digits of angles below 1e-8.
      if (std::abs(cosines(j)) >= 1 - limit * limit / 2)
        equal[static_cast<std::size_t>(i)].push_back(static_cast<std::size_t>(j));
    }
  }
  return equal;
}

/// The mean of the normals, weighted by their errors, with signs that agree with the first one.
Vector mean_normal(const std::vector<LayerKink>& kinks, const std::vector<std::size_t>& members) {
  Vector sum = Vector::Zero(kinks.front().w.size());
  for (const std::size_t i : members) {
    const double sign = kinks[i].w.dot(kinks[members.front()].w) < 0 ? -1.0 : 1.0,
                 error = kinks[i].error + kSmallestError;
    sum += sign / (error * error) * kinks[i].w;
  }
  return sum.normalized();
}

/// Disjoint groups of kinks with equal normals, the largest first.
std::vector<Hyperplane> groups(const LayerCoordinates& at) {
  const auto equal = equal_normals(at);
  std::vector<std::size_t> order(equal.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return equal[a].size() > equal[b].size(); });
  std::vector<bool> used(equal.size());
  std::vector<Hyperplane> found;
  for (const std::size_t i : order) {
    if (used[i]) continue;
    std::vector<std::size_t> members;
    for (const std::size_t j : equal[i])
      if (!used[j]) members.push_back(j);
    if (members.size() < kFewestKinks) continue;
    for (const std::size_t j : members) used[j] = true;
    Vector u = mean_normal(at.kinks(), members);
    found.push_back({.u = std::move(u), .kinks = std::move(members)});
  }
  return found;
}

/// Counts crossings of the hyperplanes on all lines: sign changes between consecutive points, or zeros at points.
void compute_coverage(const LayerCoordinates& at, std::vector<Hyperplane>& planes) {
  Eigen::MatrixXd U(at.inputs(), std::ssize(planes));
  for (std::size_t k = 0; k < planes.size(); ++k) U.col(static_cast<Index>(k)) = planes[k].u;
  const double tolerance = kOnPlane * at.direction_tolerance();
  Vector zeros = Vector::Zero(U.cols()), missed = Vector::Zero(U.cols());
  for (const LinePoints& line : at.lines()) {
    check_cancelled();
    Eigen::MatrixXd values = line.r * U;
    values.array().colwise() /= line.r.rowwise().norm().array();
    for (Index k = 0; k < U.cols(); ++k)
      for (Index i = 1; i < values.rows(); ++i) {
        const double before = values(i - 1, k), here = values(i, k);
        const bool is_zero = std::abs(here) <= tolerance, was_zero = std::abs(before) <= tolerance;
        zeros(k) += is_zero && i + 1 < values.rows();
        missed(k) += !is_zero && !was_zero && (before > 0) != (here > 0);
      }
  }
  for (std::size_t k = 0; k < planes.size(); ++k) {
    const auto j = static_cast<Index>(k);
    planes[k].coverage = zeros(j) / std::max(zeros(j) + missed(j), 1.0);
  }
}

}  // namespace

std::vector<Hyperplane> recurring_hyperplanes(const LayerCoordinates& at) {
  std::vector<Hyperplane> planes = groups(at);
  compute_coverage(at, planes);
  std::erase_if(planes, [](const Hyperplane& plane) { return plane.coverage < kSmallestCoverage; });
  std::stable_sort(planes.begin(), planes.end(),
                   [](const Hyperplane& a, const Hyperplane& b) { return a.coverage > b.coverage; });
  if (std::ssize(planes) > at.inputs()) planes.resize(static_cast<std::size_t>(at.inputs()));
  return planes;
}

}  // namespace resunit
