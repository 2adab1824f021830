// SPDX-License-Identifier: BSD-3-Clause
// The whole fit: validate the samples and options, identify a unit, check the result. A newcomer starts here.
#include "resunit/fit.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "fit/checks.hpp"
#include "fit/learn.hpp"
#include "identify/identify.hpp"
#include "linalg/openblas.hpp"
#include "model/bias.hpp"
#include "model/column_warnings.hpp"
#include "model/fit_options.hpp"
#include "model/unit_parts.hpp"
#include "noise/descent/nearest_minimum.hpp"
#include "parallel/progress_scope.hpp"
#include "resunit/error.hpp"
#include "resunit/metrics.hpp"
#include "system/stopwatch.hpp"

namespace resunit {
namespace {

/// |Yhat - Y| / |Y| above this does not occur for noiseless samples of units with A >= 0.
constexpr double kPoorFit = 0.1;

// Samples per input for the paper's programs.
constexpr Index kExactLayer2 = 8;    ///< from which they find layer 2 exactly; with fewer only by chance
constexpr Index kGoodEstimate = 16;  ///< for a good estimate

bool is_layerwise(Method method) {
  return method == Method::qp || method == Method::lp || method == Method::lp_noisy;
}

bool is_paper_method(Method method) {
  return is_layerwise(method) || method == Method::lr || method == Method::sgd;
}

void require_enough_samples(const Samples& samples, Method method) {
  const bool needs_rank = is_layerwise(method) || method == Method::exact || method == Method::automatic;
  if (needs_rank && samples.count() < samples.inputs())
    throw DataError(
        fmt::format("too few samples: method {} requires at least as many samples as inputs, got {} for {} inputs",
                    to_string(method), samples.count(), samples.inputs()));
}

void warn_about_few_samples(const Samples& samples, Fit& fit) {
  if (is_layerwise(fit.method) && samples.count() < kExactLayer2 * samples.inputs())
    fit.warnings.push_back(fmt::format("only {} samples for {} inputs: method {} requires about {} for a good estimate",
                                       samples.count(), samples.inputs(), to_string(fit.method),
                                       kGoodEstimate * samples.inputs()));
}

/// Method lp can solve every row although the samples are noisy or do not come from a unit with A >= 0.
void warn_about_poor_fit(const Samples& samples, Fit& fit) {
  const double share = std::sqrt(2 * static_cast<double>(samples.count()) * fit.training_loss) / samples.Y.norm();
  if (fit.method == Method::lp && share > kPoorFit)
    fit.warnings.push_back(fmt::format(
        "the residual is {:.0f}% of |Y|: these are not noiseless samples of a unit with A >= 0; use method auto",
        100 * share));
}

void polish(const Samples& samples, Fit& fit) {
  const Stopwatch watch;
  fit.unit = nearest_minimum(samples, fit.unit);
  if (!fit.certificate.scale_rows.empty()) fit.certificate.scale_rows = scale_rows_of(fit.unit.A);
  fit.seconds.emplace_back("polish", watch.seconds());
}

Fit learn_unit(const Samples& samples, const FitOptions& options) {
  require_enough_samples(samples, options.method);
  Fit fit = identify(samples, options);
  if (options.polish && is_paper_method(fit.method) && fit.usable()) polish(samples, fit);
  return fit;
}

/// The same fit with the constant as one more input; the weights of options.start already include it.
Fit learn_unit_with_bias(const Samples& samples, FitOptions options) {
  if (options.start) options.start->bias = false;
  Fit fit = learn_unit(with_constant(samples), options);
  fit.unit.bias = true;
  return fit;
}

}  // namespace

Fit learn_validated(const Samples& samples, const FitOptions& options) {
  const OneBlasThread guard;
  Fit fit = options.bias ? learn_unit_with_bias(samples, options) : learn_unit(samples, options);
  reject_weights_out_of_range(samples.Y.isZero(0), fit);
  for (std::string& warning : column_warnings(samples)) fit.warnings.push_back(std::move(warning));
  warn_about_options_without_effect(options, fit);
  if (!fit.usable()) {
    fit.unit = {};
    return fit;
  }
  fit.training_loss = output_errors(forward(fit.unit, samples.X, options.threads), samples.Y).loss;
  warn_about_few_samples(samples, fit);
  warn_about_poor_fit(samples, fit);
  return fit;
}

Fit fit(const Samples& samples, const FitOptions& options) {
  validate(options);
  validate(samples);
  require_matching_start(options, samples.inputs(), samples.outputs());
  ProgressScope scope(options.progress);
  FitOptions checked = options;
  checked.progress = scope.reports();
  return learn_validated(samples, checked);
}

}  // namespace resunit
