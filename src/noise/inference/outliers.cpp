// SPDX-License-Identifier: BSD-3-Clause
#include "noise/inference/outliers.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "linalg/basis.hpp"
#include "linalg/median.hpp"
#include "linalg/norms.hpp"
#include "model/unit_parts.hpp"
#include "noise/estimate.hpp"
#include "noise/inference/reweight.hpp"

namespace resunit {
namespace {

constexpr double kOutlier = 10;               ///< smallest |z| of an outlier
constexpr double kLargestFraction = 0.2;      ///< of the residuals: with more, the robust loss fails (noise_study.md)
constexpr double kDominantShare = 0.5;        ///< of the loss
constexpr std::size_t kNamed = 5;             ///< samples that a message names
constexpr double kSmallestDeviation = 1e-12;  ///< smallest s_l, relative to the largest residual of the output

/// z: residuals in robust standard deviations of their output. Zero residuals of an output remain zero.
Matrix standardized(const Matrix& E) {
  Matrix Z = E;
  for (Index l = 0; l < Z.cols(); ++l) {
    const Vector sizes = Z.col(l).cwiseAbs();
    const double scale = std::max(kMadToStd * median(sizes), kSmallestDeviation * sizes.maxCoeff());
    Z.col(l) /= std::max(scale, kSmallestDivisor);
  }
  return Z;
}

}  // namespace

Outliers dominant_outliers(const Matrix& E) {
  const Matrix Z = standardized(E);
  const Vector largest = Z.cwiseAbs().rowwise().maxCoeff(), loss = Z.rowwise().squaredNorm();
  Outliers found;
  for (Index i = 0; i < Z.rows(); ++i)
    if (largest(i) > kOutlier) {
      found.samples.push_back(i);
      found.share += loss(i);
    }
  const double total = loss.sum();
  found.share = total > 0 ? found.share / total : 0;
  const auto most = std::max<double>(static_cast<double>(E.cols()), kLargestFraction * static_cast<double>(E.size()));
  const auto residuals = static_cast<double>((Z.array().abs() > kOutlier).count());
  if (residuals > most || !(found.share > kDominantShare)) return {};
  std::stable_sort(found.samples.begin(), found.samples.end(), [&](Index i, Index k) { return loss(i) > loss(k); });
  return found;
}

Outliers outliers_of_linear_regression(const Samples& samples) {
  constexpr int kRounds = 30;
  const Basis inputs = orthonormal_basis(samples.X, kDependent);
  const auto fitted = [&](const Matrix& Y) { return Matrix(inputs.Z * (inputs.Z.transpose() * Y)); };
  Matrix Y = samples.Y;
  for (int round = 0; round < kRounds; ++round) Y = clipped_outputs(samples, fitted(Y), kHuber);
  return dominant_outliers(samples.Y - fitted(Y));
}

Dataset without(const Samples& samples, std::vector<Index> omitted) {
  std::sort(omitted.begin(), omitted.end());
  std::vector<Index> rows;
  for (Index i = 0; i < samples.count(); ++i)
    if (!std::binary_search(omitted.begin(), omitted.end(), i)) rows.push_back(i);
  return select_samples(samples, rows);
}

std::string samples_text(const std::vector<Index>& samples, int first_number) {
  std::vector<Index> named = samples;
  named.resize(std::min(kNamed, samples.size()));
  for (Index& i : named) i += first_number;
  std::string text = fmt::format("{} {}", named.size() == 1 ? "sample" : "samples", fmt::join(named, ", "));
  if (samples.size() > kNamed) text += " and " + counted(static_cast<Index>(samples.size() - kNamed), "other");
  return text;
}

std::string describe(const Outliers& outliers, int first_number) {
  const std::string share = outliers.share < 0.9999 ? fmt::format("{:.4g}%", 100 * outliers.share) : "over 99.99%";
  return fmt::format("{} {} {} of the loss", samples_text(outliers.samples, first_number),
                     outliers.samples.size() == 1 ? "carries" : "carry", share);
}

}  // namespace resunit
