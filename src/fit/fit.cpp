// SPDX-License-Identifier: BSD-3-Clause
// The whole fit: validate the samples and options, identify a unit, check the result. A newcomer starts here.
#include "resunit/fit.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "fit/assess.hpp"
#include "fit/cause.hpp"
#include "fit/checks.hpp"
#include "fit/learn.hpp"
#include "identify/identify.hpp"
#include "linalg/openblas.hpp"
#include "model/bias.hpp"
#include "model/column_warnings.hpp"
#include "model/counted.hpp"
#include "model/fit_options.hpp"
#include "model/unit_parts.hpp"
#include "noise/descent/nearest_minimum.hpp"
#include "parallel/progress_scope.hpp"
#include "resunit/error.hpp"
#include "resunit/metrics.hpp"
#include "system/stopwatch.hpp"

namespace resunit {
namespace {

// Samples per input for the paper's programs.
constexpr Index kExactLayer2 = 8;    ///< from which they find layer 2 exactly; with fewer only by chance
constexpr Index kGoodEstimate = 16;  ///< for a good estimate

/// True if the method requires Y of rank d and there are fewer samples.
bool has_too_few_samples(const Samples& samples, Method method) {
  const bool needs_rank = kLayerwise.include(method) || method == Method::exact || method == Method::automatic;
  return needs_rank && samples.count() < samples.inputs();
}

Fit too_few_samples(const Samples& samples, Method method) {
  Fit fit{.method = method == Method::automatic ? Method::exact : method, .status = FitStatus::too_few_samples};
  fit.reason = fmt::format("{} for {}: at least as many samples as inputs are required",
                           counted(samples.count(), "sample"), counted(samples.inputs(), "input"));
  fit.remedy = Remedy::add_samples;
  return fit;
}

void warn_about_few_samples(const Samples& samples, Fit& fit) {
  if (kLayerwise.include(fit.method) && samples.count() < kExactLayer2 * samples.inputs())
    fit.warnings.push_back(fmt::format("only {} for {}: method {} requires about {} for a good estimate",
                                       counted(samples.count(), "sample"), counted(samples.inputs(), "input"),
                                       to_string(fit.method), kGoodEstimate * samples.inputs()));
}

void polish(const Samples& samples, Bias bias, Fit& fit) {
  const Stopwatch watch;
  fit.unit = nearest_minimum(samples, fit.unit, bias);
  if (!fit.certificate.scale_rows.empty()) fit.certificate.scale_rows = scale_rows_of(fit.unit.A);
  fit.seconds.emplace_back("polish", watch.seconds());
}

Fit learn_unit(const Samples& samples, const FitOptions& options) {
  if (has_too_few_samples(samples, options.method)) return too_few_samples(samples, options.method);
  Fit fit = identify(samples, options);
  if (options.polish && kPaperMethods.include(fit.method) && fit.usable()) polish(samples, options.bias, fit);
  return fit;
}

/// The same fit with the constant as one more input and one more output.
Fit learn_unit_with_bias(const Samples& samples, FitOptions options) {
  if (options.start) options.start = with_constant_output(*std::move(options.start));
  Fit fit = learn_unit(with_constant(samples), options);
  if (fit.unit.B.size() > 0) fit.unit = without_constant_output(std::move(fit.unit), options.bias);
  return fit;
}

Fit learn(const Samples& samples, const FitOptions& options) {
  return options.bias == Bias::none ? learn_unit(samples, options) : learn_unit_with_bias(samples, options);
}

}  // namespace

Fit learn_validated(const Samples& samples, const FitOptions& options) {
  const OneBlasThread guard;
  Fit fit = learn(samples, options);
  reject_weights_out_of_range(samples.Y.isZero(0), fit);
  fit.columns = options.columns;
  fit.input_range = range_of(samples.X);
  for (std::string& warning : column_warnings(samples, options.columns)) fit.warnings.push_back(std::move(warning));
  warn_about_options_without_effect(options, fit);
  const Outliers outliers = assess(samples, options, fit);
  find_cause(samples, options, outliers, learn, fit);
  if (!fit.usable()) {
    fit.unit = {};
    return fit;
  }
  fit.training_loss = output_errors(forward(fit.unit, samples.X, options.threads), samples.Y).loss;
  warn_about_few_samples(samples, fit);
  return fit;
}

Fit fit(const Samples& samples, const FitOptions& options) {
  validate(options);
  validate(samples, options.columns);
  require_matching_start(options, samples.inputs(), samples.outputs());
  ProgressScope scope(options.progress);
  FitOptions checked = options;
  checked.progress = scope.reports();
  return learn_validated(samples, checked);
}

}  // namespace resunit
