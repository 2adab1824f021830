// The whole task: check what came in, choose the method, run it, judge the result. A newcomer starts here.
#include "resunit/fit.hpp"

#include <fmt/format.h>

#include "exact/exact.hpp"
#include "linalg/openblas.hpp"
#include "model/columns.hpp"
#include "paper/layerwise.hpp"
#include "paper/linear_regression.hpp"
#include "paper/sgd.hpp"
#include "paper/stopwatch.hpp"
#include "resunit/error.hpp"
#include "resunit/metrics.hpp"
#include "resunit/options.hpp"

namespace resunit {
namespace {

bool is_layerwise(Method method) {
  return method == Method::qp || method == Method::lp || method == Method::lp_noisy;
}

void require_enough_samples(const Samples& samples, Method method) {
  const bool needs_rank = is_layerwise(method) || method == Method::exact || method == Method::automatic;
  if (needs_rank && samples.count() < samples.inputs())
    throw DataError(fmt::format("too few samples: method {} needs at least as many as inputs, got {} for {} inputs",
                                to_string(method), samples.count(), samples.inputs()));
}

/// From about eight samples an input the paper's programs find layer 2 exactly, below only with luck.
void warn_of_few_samples(const Samples& samples, Fit& fit) {
  if (is_layerwise(fit.method) && usable(fit.status) && samples.count() < 8 * samples.inputs())
    fit.warnings.push_back(fmt::format("{} samples are few for {} inputs: method {} needs about {} for a good estimate",
                                       samples.count(), samples.inputs(), to_string(fit.method),
                                       16 * samples.inputs()));
}

Fit learn_exact_unit(const Samples& samples, const FitOptions& options) {
  const Stopwatch watch;
  ExactFit exact = learn_exactly(samples, {.seed = options.seed, .progress = options.progress});
  Fit fit{.unit = std::move(exact.unit), .method = Method::exact, .certificate = std::move(exact.certificate)};
  fit.warnings = std::move(exact.notes);
  fit.seconds.emplace_back("exact", watch.seconds());
  const bool fits = exact.misfit <= kExactMisfit;
  fit.status = !fits ? FitStatus::not_exact : fit.certificate.holds ? FitStatus::solved : FitStatus::undetermined;
  fit.reason =
      fmt::format("{} of {} rows found; the fit leaves {:.1e} of |Y|", exact.found, samples.inputs(), exact.misfit);
  if (!fits) {
    fit.unit = {};
    fit.reason += ": the samples are noisy, too few, or not of a unit";
  }
  return fit;
}

/// Exact identification answers by itself whether the samples are free of noise; where they are not, qp stands it.
Fit learn_automatically(const Samples& samples, FitOptions options) {
  Fit exact = learn_exact_unit(samples, options);
  if (usable(exact.status)) return exact;
  options.method = Method::qp;
  Fit noisy = learn_layerwise(samples, options);
  noisy.warnings.push_back("method qp was chosen because no unit fits the samples exactly: " + exact.reason);
  return noisy;
}

Fit learn(const Samples& samples, const FitOptions& options) {
  switch (options.method) {
    case Method::automatic: return learn_automatically(samples, options);
    case Method::exact: return learn_exact_unit(samples, options);
    case Method::qp:
    case Method::lp:
    case Method::lp_noisy: return learn_layerwise(samples, options);
    case Method::lr: return learn_by_linear_regression(samples, options);
    case Method::sgd: return learn_by_sgd(samples, options);
  }
  return {};
}

}  // namespace

bool usable(FitStatus status) {
  return status == FitStatus::solved || status == FitStatus::inexact || status == FitStatus::undetermined;
}

Fit fit(const Samples& samples, const FitOptions& options) {
  validate(options);
  validate(samples);
  require_enough_samples(samples, options.method);
  const OneBlasThread guard;
  Fit fit = learn(samples, options);
  if (usable(fit.status)) fit.training_loss = output_errors(predict(fit.unit, samples.X), samples.Y).loss;
  for (std::string& warning : column_warnings(samples)) fit.warnings.push_back(std::move(warning));
  warn_of_few_samples(samples, fit);
  return fit;
}

}  // namespace resunit
