// SPDX-License-Identifier: BSD-3-Clause
#include "noise/inference/growing_noise.hpp"

#include <algorithm>
#include <boost/math/distributions/normal.hpp>
#include <boost/math/tools/minima.hpp>
#include <cmath>
#include <limits>
#include <numeric>
#include <utility>
#include <vector>

#include "linalg/norms.hpp"

namespace resunit {
namespace {

constexpr double kDetectedDeviations = 4;  ///< standard deviations of the rank correlation
constexpr double kLargestShare = 0.999;    ///< of rho: weights are at most 32 times their root mean square
constexpr double kPowers[] = {1, 2};
constexpr int kShareBits = 20;            ///< accuracy of rho
constexpr double kConstant = 1e-9;        ///< standard deviation of a constant input, relative to its rms
constexpr double kLargestLeverage = 0.9;  ///< an upper bound, since h_i is approximate

/// 1, ..., n in increasing order of the values; equal values have their mean rank.
Vector ranks(const Vector& values) {
  std::vector<Index> order(static_cast<std::size_t>(values.size()));
  std::iota(order.begin(), order.end(), 0);
  std::sort(order.begin(), order.end(), [&](Index i, Index k) { return values(i) < values(k); });
  Vector result(values.size());
  for (std::size_t first = 0, last = 0; first < order.size(); first = last) {
    while (last < order.size() && values(order[last]) == values(order[first])) ++last;
    for (std::size_t k = first; k < last; ++k) result(order[k]) = static_cast<double>(first + last + 1) / 2;
  }
  return result;
}

Vector input_weights(const MatrixView& X) {
  Vector weights = column_rms(X).cwiseInverse();
  for (Index l = 0; l < X.cols(); ++l) {
    const Vector centered = X.col(l).array() - X.col(l).mean();
    if (length_of(centered) <= kConstant * length_of(X.col(l))) weights(l) = 0;
  }
  return weights;
}

Vector variances(double share, const Vector& relative_sizes) {
  return (1 - share + share * relative_sizes.array()).matrix();
}

/// The largest likelihood over rho, for one power.
void estimate_share(const Vector& squares, const Vector& sizes, double power, double& lowest, NoiseGrowth& growth) {
  const Vector powers = sizes.array().pow(2 * power);
  const double mean_size = powers.mean();
  const Vector relative = powers / mean_size;
  const auto cost = [&](double share) {
    const Vector v = variances(share, relative);
    return std::log(squares.cwiseQuotient(v).mean()) + v.array().log().mean();
  };
  const auto [share, least] = boost::math::tools::brent_find_minima(cost, 0.0, kLargestShare, kShareBits);
  if (!(least < lowest)) return;
  lowest = least;
  growth.share = share;
  growth.power = power;
  growth.mean_size = mean_size;
}

Vector sizes_of(const MatrixView& X, const Vector& input_weight) {
  return (X * input_weight.asDiagonal()).rowwise().norm();
}

/// The rank correlation, in standard deviations under independence.
double deviations(const Vector& sizes, const Vector& squares) {
  return std::sqrt(static_cast<double>(sizes.size() - 1)) * rank_correlation(sizes, squares);
}

}  // namespace

double rank_correlation(const Vector& u, const Vector& v) {
  const double mean = static_cast<double>(u.size() + 1) / 2;
  const Vector a = ranks(u).array() - mean, b = ranks(v).array() - mean;
  const double scale = a.norm() * b.norm();
  return scale > 0 ? a.dot(b) / scale : 0;
}

NoiseGrowth find_noise_growth(const MatrixView& X, const Vector& squares) {
  NoiseGrowth growth;
  const Vector weights = input_weights(X);
  const double z = deviations(sizes_of(X, weights), squares);
  growth.p_value = boost::math::cdf(boost::math::complement(boost::math::normal(), z));
  growth.detected = z > kDetectedDeviations;
  if (!growth.detected) return growth;
  growth.input_weight = weights;
  estimate_noise_growth(X, squares, growth);
  return growth;
}

void estimate_noise_growth(const MatrixView& X, const Vector& squares, NoiseGrowth& growth) {
  const Vector sizes = sizes_of(X, growth.input_weight);
  double lowest = std::numeric_limits<double>::infinity();
  for (const double power : kPowers) estimate_share(squares, sizes, power, lowest, growth);
}

bool is_significant(const MatrixView& X, const NoiseGrowth& growth, const Vector& squares) {
  return std::abs(deviations(sizes_of(X, growth.input_weight), squares)) > kDetectedDeviations;
}

Vector noise_levels(const NoiseGrowth& growth, const MatrixView& X) {
  const Vector sizes = sizes_of(X, growth.input_weight).array().pow(2 * growth.power);
  return variances(growth.share, sizes / growth.mean_size).cwiseSqrt();
}

Dataset divided_by(const Samples& samples, const Vector& levels) {
  const auto weights = levels.cwiseInverse().asDiagonal();
  return {.X = weights * samples.X, .Y = weights * samples.Y};
}

Vector squared_residuals(const UnitSamples& samples, const Reweighted& fit) {
  Projection at;
  project(Family::unit, samples, fit.unit.A.topRows(samples.neurons()), at);
  const Matrix whitened = fit.influence * power(fit.noise_covariance, -0.5);
  const Matrix images = at.normal.matrixL().solve(at.R.transpose());
  const double shared = 1 + static_cast<double>(samples.inputs()) / static_cast<double>(samples.outputs());
  const Vector leverages = (shared * images.colwise().squaredNorm().transpose()).cwiseMin(kLargestLeverage);
  return whitened.rowwise().squaredNorm().array() / (1 - leverages.array());
}

}  // namespace resunit
