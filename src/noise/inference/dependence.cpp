// SPDX-License-Identifier: BSD-3-Clause
#include "noise/inference/dependence.hpp"

#include <algorithm>
#include <boost/math/distributions/fisher_f.hpp>
#include <cmath>
#include <vector>

#include "linalg/basis.hpp"
#include "linalg/indexing.hpp"
#include "linalg/median.hpp"
#include "model/random_subset.hpp"

namespace resunit {
namespace {

constexpr double kIndependent = 0.01;  ///< p-value above which there is no evidence of a dependence
constexpr double kFeatureRank = 1e-9;  ///< singular values below this, relative to the largest, count as zero
constexpr double kClippedOutput = 10;  ///< in median absolute deviations from the median
constexpr Index kSamplesPerColumn = 32, kEnoughSamples = 4096;  ///< sufficient for a test, whichever is larger
constexpr Index kSmallestResidual = 2;                          ///< residual degrees of freedom

Matrix centered(const MatrixView& M) {
  return M.rowwise() - M.colwise().mean();
}

/// Each column clipped to its median +- kClippedOutput median absolute deviations.
Matrix without_outliers(Matrix Y) {
  for (Index l = 0; l < Y.cols(); ++l) {
    const double center = median(Y.col(l));
    const double limit = kClippedOutput * median((Y.col(l).array() - center).abs());
    if (limit > 0) Y.col(l) = Y.col(l).cwiseMax(center - limit).cwiseMin(center + limit);
  }
  return Y;
}

Matrix inputs_and_absolute_values(const MatrixView& X) {
  Matrix F(X.rows(), 2 * X.cols());
  F << X, X.cwiseAbs();
  return F;
}

}  // namespace

std::optional<double> independence_p_value(const MatrixView& F, const MatrixView& Y, double used) {
  const Basis f = orthonormal_basis(centered(F), kFeatureRank), y = orthonormal_basis(centered(Y), kFeatureRank);
  const auto p = static_cast<double>(f.rank()), q = static_cast<double>(y.rank());
  if (p == 0 || q == 0) return 1.0;
  const double nu = static_cast<double>(F.rows()) - 1 - used;
  const double s = std::min(p, q), t = (std::abs(p - q) - 1) / 2, N = (nu - p - q - 1) / 2;
  if (nu - p - q < kSmallestResidual) return {};
  const double V = (f.Z.transpose() * y.Z).squaredNorm();
  if (V >= s) return 0.0;
  const double statistic = (2 * N + s + 1) / (2 * t + s + 1) * V / (s - V);
  const boost::math::fisher_f distribution(s * (2 * t + s + 1), s * (2 * N + s + 1));
  return boost::math::cdf(boost::math::complement(distribution, statistic));
}

std::optional<double> unrelated_p_value(const Samples& samples, std::uint64_t seed) {
  const Index enough = std::max(kEnoughSamples, kSamplesPerColumn * (2 * samples.inputs() + samples.outputs()));
  const std::vector<Index> rows = random_subset(samples.count(), enough, Random(seed, Stream::dependence));
  const Matrix X = samples.X(rows, kAll), Y = without_outliers(samples.Y(rows, kAll));
  const std::optional<double> p_value = independence_p_value(inputs_and_absolute_values(X), Y);
  return p_value && *p_value > kIndependent ? p_value : std::nullopt;
}

}  // namespace resunit
