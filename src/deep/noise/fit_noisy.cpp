// SPDX-License-Identifier: BSD-3-Clause
#include "deep/noise/fit_noisy.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "deep/noise/standard_errors.hpp"
#include "deep/standardize.hpp"
#include "linalg/norms.hpp"
#include "model/counted.hpp"
#include "noise/inference/dependence.hpp"

namespace resunit {
namespace {

/// Standard errors of a layer, relative to its weights, above which the samples do not identify it.
constexpr double kLargestRelativeError = 0.5;

constexpr double kNoNoise = 1e-16;  ///< relaxed loss relative to 1/2n |Y|^2 up to which samples have no noise

/// The fewest samples whose equations exceed the weights of the relaxed network twice.
Index fewest_noisy_samples(const Samples& samples, Index layers) {
  const Index m = samples.outputs();
  return (2 * relaxed_weight_count(samples.inputs(), m, layers) + m - 1) / m;
}

NetworkFit not_usable(FitStatus status, std::string reason) {
  return {.method = Method::noisy, .status = status, .reason = std::move(reason), .relative_residual = 1};
}

/// The layer with the largest standard errors relative to its weights, if they exceed the limit; otherwise empty.
std::string imprecise_layer(const Network& network, const std::vector<Matrix>& errors) {
  std::string text;
  double largest = kLargestRelativeError;
  for (std::size_t l = 0; l < errors.size(); ++l) {
    const double relative = length_of(errors[l]) / std::max(length_of(network.weights[l]), kSmallestDivisor);
    if (relative <= largest) continue;
    largest = relative;
    text = fmt::format(
        "the standard errors of W_{} are {:.0f}% of its weights, too large to identify them: use more "
        "samples",
        l, 100 * relative);
  }
  return text;
}

void judge(const NoisyNetwork& found, NetworkFit& fit) {
  const std::string imprecise = imprecise_layer(fit.network, fit.uncertainty.standard_errors);
  fit.status = FitStatus::suspect;
  if (!found.inside() && found.relaxed_loss < kNoNoise)
    fit.reason = fmt::format(
        "a wider network fits the samples to rounding error, so that they have no noise, but no network of {} layers "
        "was found: use method exact with more starts, another seed or more samples",
        fit.network.layers());
  else if (!found.inside())
    fit.reason = fmt::format(
        "the loss is {:.2f} times the largest one that noise explains: the samples may not come from a network of {} "
        "layers, or a better minimum may exist",
        found.relative_loss / found.upper, fit.network.layers());
  else if (fit.uncertainty.standard_errors.empty())
    fit.reason = "the Jacobian of the weights is rank deficient: the samples do not identify all weights";
  else if (!imprecise.empty())
    fit.reason = imprecise;
  else {
    fit.status = FitStatus::solved;
    fit.reason = fmt::format("the loss is within the range that noise explains, {:.3g} to {:.3g}",
                             fit.uncertainty.lower, fit.uncertainty.upper);
  }
}

}  // namespace

void set_residual(const Samples& samples, const Network& network, int threads, NetworkFit& fit) {
  const Matrix E = predict(network, samples.X, threads) - samples.Y;
  const double scale = rms_of(samples.Y);
  fit.relative_residual = samples.Y.isZero(0) ? 0 : (E / scale).norm() / (samples.Y / scale).norm();
  fit.training_loss = E.squaredNorm() / (2 * static_cast<double>(samples.count()));
}

NetworkFit fit_noisy_network(const Samples& samples, const NoisySearchOptions& options, WorkLimit& work) {
  if (const Index fewest = fewest_noisy_samples(samples, options.layers); samples.count() < fewest)
    return not_usable(
        FitStatus::too_few_samples,
        fmt::format("{}: under noise, a network of {} layers with {} requires at least {}",
                    counted(samples.count(), "sample"), options.layers, counted(samples.inputs(), "input"), fewest));
  if (const std::optional<double> p = unrelated_p_value(samples, options.seed))
    return not_usable(FitStatus::unrelated,
                      fmt::format("no evidence that y depends on x (test of independence: p = {:.2g}): are the rows of "
                                  "X and Y in the same order?",
                                  *p));
  const StandardizedSamples standardized = standardize_columns(samples);
  NoisyNetwork found = search_noisy_network(standardized.samples, options, work);
  if (found.network.weights.empty())
    return not_usable(FitStatus::rank_deficient,
                      "no network was found: columns of X are linearly dependent, or the outputs are linear in x");
  NetworkFit fit{.method = Method::noisy, .starts = found.starts};
  const auto equations = static_cast<double>(samples.Y.size());
  const double scale = standardized.output_scale;
  const double squares = found.relative_loss * standardized.samples.Y.squaredNorm();
  NetworkUncertainty& uncertainty = fit.uncertainty;
  uncertainty.degrees_of_freedom =
      equations - static_cast<double>(weight_count(samples.inputs(), samples.outputs(), options.layers));
  const double variance = squares / uncertainty.degrees_of_freedom;
  uncertainty.noise_std = scale * std::sqrt(variance);
  const double to_loss =
      standardized.samples.Y.squaredNorm() / (2 * static_cast<double>(samples.count())) * scale * scale;
  uncertainty.relaxed_loss = to_loss * found.relaxed_loss;
  uncertainty.lower = to_loss * found.lower;
  uncertainty.upper = to_loss * found.upper;
  const Network errors{standard_errors(standardized.samples, found.network, variance, options.threads)};
  if (!errors.weights.empty()) uncertainty.standard_errors = in_original_scales(errors, standardized).weights;
  fit.network = in_original_scales(std::move(found.network), standardized);
  set_residual(samples, fit.network, options.threads, fit);
  judge(found, fit);
  return fit;
}

}  // namespace resunit
