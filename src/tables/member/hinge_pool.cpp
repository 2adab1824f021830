// SPDX-License-Identifier: BSD-3-Clause
#include "tables/member/hinge_pool.hpp"

#include <Eigen/Eigenvalues>
#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numeric>
#include <vector>

namespace resunit::regression {
namespace {

constexpr std::array kQuantiles = {0.1, 0.3, 0.5, 0.7, 0.9};
constexpr Index kMaxInputs = 150;  ///< with more inputs, the Gram matrix of the pool would take minutes
constexpr Index kQuantileRows = 1000;
constexpr double kWhitenedLimit = 4;  ///< clipping limit of whitened inputs (standard deviation 1), against outliers
constexpr double kSmallestVariance = 1e-3;  ///< of a principal direction, relative to the largest
constexpr double kSmallestSpread = 1e-6;    ///< standard deviation of u x, relative to |u|

double quantile(const Vector& sorted, double share) {
  const double at = share * static_cast<double>(sorted.size() - 1);
  const auto below = static_cast<Index>(at);
  const Index above = std::min(below + 1, sorted.size() - 1);
  return sorted(below) + (at - static_cast<double>(below)) * (sorted(above) - sorted(below));
}

/// The inputs of largest standard deviation, the most relevant ones if inputs are scaled by their relevance.
std::vector<Index> widest_inputs(const Sample& sample) {
  const Index p = sample.X.cols() - 1;
  const Eigen::RowVectorXd square = sample.X.leftCols(p).colwise().squaredNorm();
  std::vector<Index> inputs(static_cast<std::size_t>(p));
  std::iota(inputs.begin(), inputs.end(), Index{0});
  std::stable_sort(inputs.begin(), inputs.end(), [&](Index one, Index other) { return square(one) > square(other); });
  inputs.resize(static_cast<std::size_t>(std::min(p, kMaxInputs)));
  return inputs;
}

/// Directions of curvature of the residual of each output, as columns.
Matrix curved_directions(const Sample& sample, const Matrix& residuals) {
  const Index p = sample.X.cols() - 1;
  const auto Z = sample.X.leftCols(p);
  const double n = static_cast<double>(Z.rows());
  const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> covariance(Z.transpose() * Z / n);
  const Vector& variance = covariance.eigenvalues();
  const Index kept = (variance.array() > kSmallestVariance * variance(p - 1)).count();
  const Eigen::MatrixXd whitening =
      covariance.eigenvectors().rightCols(kept) * variance.tail(kept).cwiseSqrt().cwiseInverse().asDiagonal();
  const Matrix white = (Z * whitening).cwiseMax(-kWhitenedLimit).cwiseMin(kWhitenedLimit);
  Matrix directions(p, kept * residuals.cols());
  for (Index c = 0; c < residuals.cols(); ++c) {
    const Matrix weighted = residuals.col(c).asDiagonal() * white;
    const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> curvature(weighted.transpose() * white / n);
    directions.middleCols(c * kept, kept) = whitening * curvature.eigenvectors();
  }
  return directions;
}

/// Appends the hinges in direction u, one for each distinct quantile.
void add_hinges(const Sample& sample, const Vector& u, std::vector<double>& pool) {
  const Index p = u.size();
  Vector z = sample.X.topLeftCorner(std::min(sample.X.rows(), kQuantileRows), p) * u;
  const double deviation = std::sqrt((z.array() - z.mean()).square().mean());
  if (!(deviation > kSmallestSpread * u.norm())) return;
  z /= deviation;
  std::sort(z.begin(), z.end());
  double last = -std::numeric_limits<double>::infinity();
  for (const double share : kQuantiles) {
    const double q = quantile(z, share);
    if (!(q > last)) continue;
    last = q;
    for (Index c = 0; c < p; ++c) pool.push_back(u(c) / deviation);
    pool.push_back(-q);
  }
}

}  // namespace

Matrix hinge_pool(const Sample& sample, const Matrix& residuals, Index random_directions, Random& random) {
  const Index q = sample.X.cols(), p = q - 1;
  if (p == 0) return Matrix(0, q);
  std::vector<double> pool;
  for (const Index c : widest_inputs(sample)) add_hinges(sample, Vector::Unit(p, c), pool);
  if (p <= kMaxInputs) {
    const Matrix curved = curved_directions(sample, residuals);
    for (Index c = 0; c < curved.cols(); ++c) add_hinges(sample, curved.col(c), pool);
  }
  const Matrix drawn = gaussian(random_directions, p, random);
  for (Index r = 0; r < drawn.rows(); ++r) add_hinges(sample, drawn.row(r).transpose(), pool);
  return Eigen::Map<const Matrix>(pool.data(), static_cast<Index>(pool.size()) / q, q);
}

Matrix random_hinges(const Sample& sample, Index count, Random& random) {
  const Index q = sample.X.cols(), p = q - 1;
  Matrix hinges(count, q);
  for (Index h = 0; h < count; ++h) {
    hinges.row(h).head(p) = gaussian(1, p, random) / std::sqrt(static_cast<double>(q));
    Vector z = sample.X.leftCols(p) * hinges.row(h).head(p).transpose();
    std::sort(z.begin(), z.end());
    hinges(h, p) = -quantile(z, kQuantiles[static_cast<std::size_t>(h) % kQuantiles.size()]);
  }
  return hinges;
}

}  // namespace resunit::regression
