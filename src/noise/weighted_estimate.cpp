// SPDX-License-Identifier: BSD-3-Clause
#include "noise/weighted_estimate.hpp"

#include <cmath>
#include <utility>

#include "noise/inference/growing_noise.hpp"

namespace resunit {
namespace {

/// q_i of the samples before weighting.
Vector original_squares(const WeightedEstimate& now, Bias bias) {
  return squared_residuals({now.standardized.samples, bias}, now.estimate.best).cwiseProduct(now.levels.cwiseAbs2());
}

/// The rows of layer 1 that belong to neurons, for the standardized samples.
Matrix scaled_start_of(const Standardized& standardized, const Matrix& A, Bias bias) {
  return standardized.scaled_layer1(A).topRows(UnitSamples(standardized.samples, bias).neurons());
}

/// The estimate on samples divided by the noise levels of now.growth, started at the present one.
void divide_samples(const Samples& samples, const FitOptions& options, Stages& stages, WeightedEstimate& now) {
  const Matrix A = now.standardized.original(now.estimate.best.unit).A;
  now.levels = noise_levels(now.growth, samples.X);
  now.standardized = standardize(divided_by(samples, now.levels));
  std::optional<Matrix> start;
  if (!A.isZero(0)) start = scaled_start_of(now.standardized, A, options.bias);
  const Basis inputs = orthonormal_basis(now.standardized.samples.X, kDependent);
  now.estimate = estimate_unit(now.standardized, inputs, options, start, stages);
}

}  // namespace

WeightedEstimate estimate_weighted(const Samples& samples, Standardized standardized, const Basis& inputs,
                                   const FitOptions& options, const std::optional<Matrix>& start, Stages& stages) {
  WeightedEstimate now{.standardized = std::move(standardized), .levels = Vector::Ones(samples.count())};
  std::optional<Matrix> scaled_start;
  if (start) scaled_start = scaled_start_of(now.standardized, *start, options.bias);
  now.estimate = estimate_unit(now.standardized, inputs, options, scaled_start, stages);
  if (now.estimate.is_rounding_error()) return now;
  now.growth = find_noise_growth(samples.X, original_squares(now, options.bias));
  if (!now.growth.detected || !options.noise.reweight) return now;

  now.growth.weighted = true;
  divide_samples(samples, options, stages, now);
  for (int round = 1; round < kReweightings; ++round) {
    estimate_noise_growth(samples.X, original_squares(now, options.bias), now.growth);
    divide_samples(samples, options, stages, now);
  }
  now.depends_on_x = is_significant(samples.X, now.growth,
                                    squared_residuals({now.standardized.samples, options.bias}, now.estimate.best));
  return now;
}

}  // namespace resunit
