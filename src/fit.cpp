// The whole task: check what came in, choose the method, run it, judge the result. A newcomer starts here.
#include "resunit/fit.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "fit_rules.hpp"
#include "identify.hpp"
#include "linalg/openblas.hpp"
#include "model/bias.hpp"
#include "model/columns.hpp"
#include "noise/nearest_minimum.hpp"
#include "paper/layerwise.hpp"
#include "paper/linear_regression.hpp"
#include "paper/sgd.hpp"
#include "parallel/underway.hpp"
#include "resunit/error.hpp"
#include "resunit/metrics.hpp"
#include "resunit/options.hpp"
#include "timing/stopwatch.hpp"

namespace resunit {
namespace {

constexpr double kPoorFit = 0.1;  ///< |yhat - y| / |y| that noiseless samples of the paper's units never leave

bool is_layerwise(Method method) {
  return method == Method::qp || method == Method::lp || method == Method::lp_noisy;
}

bool is_of_the_paper(Method method) {
  return is_layerwise(method) || method == Method::lr || method == Method::sgd;
}

void require_enough_samples(const Samples& samples, Method method) {
  const bool needs_rank = is_layerwise(method) || method == Method::exact || method == Method::automatic;
  if (needs_rank && samples.count() < samples.inputs())
    throw DataError(fmt::format("too few samples: method {} needs at least as many as inputs, got {} for {} inputs",
                                to_string(method), samples.count(), samples.inputs()));
}

/// From about eight samples an input the paper's programs find layer 2 exactly, below only with luck.
void warn_of_few_samples(const Samples& samples, Fit& fit) {
  if (is_layerwise(fit.method) && samples.count() < 8 * samples.inputs())
    fit.warnings.push_back(fmt::format("{} samples are few for {} inputs: method {} needs about {} for a good estimate",
                                       samples.count(), samples.inputs(), to_string(fit.method),
                                       16 * samples.inputs()));
}

/// The rows of lp may be feasible, and solved, for samples that no unit with A >= 0 gave.
void warn_of_poor_fit(const Samples& samples, Fit& fit) {
  const double share = std::sqrt(2 * static_cast<double>(samples.count()) * fit.training_loss) / samples.Y.norm();
  if (fit.method == Method::lp && share > kPoorFit)
    fit.warnings.push_back(
        fmt::format("the unit leaves {:.0f}% of |Y| unexplained, so it is not the one behind these samples: "
                    "A may have negative entries; try auto",
                    100 * share));
}

Fit learn(const Samples& samples, const FitOptions& options) {
  switch (options.method) {
    case Method::automatic: return learn_automatically(samples, options);
    case Method::exact: return learn_exact_unit(samples, options);
    case Method::noisy: return learn_noisy_unit(samples, options, options.start);
    case Method::qp:
    case Method::lp:
    case Method::lp_noisy: return learn_layerwise(samples, options);
    case Method::lr: return learn_by_linear_regression(samples, options);
    case Method::sgd: return learn_by_sgd(samples, options);
  }
  return {};
}

void polish(const Samples& samples, Fit& fit) {
  const Stopwatch watch;
  fit.unit = nearest_minimum(samples, fit.unit);
  update_scale_rows(fit);
  fit.seconds.emplace_back("polish", watch.seconds());
}

Fit learn_unit(const Samples& samples, const FitOptions& options) {
  require_enough_samples(samples, options.method);
  Fit fit = learn(samples, options);
  if (options.polish && is_of_the_paper(fit.method) && usable(fit.status)) polish(samples, fit);
  return fit;
}

/// The same task with one more input, and a start that has it too.
Fit learn_unit_with_bias(const Samples& samples, FitOptions options) {
  if (options.start) options.start->bias = false;
  Fit fit = learn_unit(with_constant(samples), options);
  fit.unit.bias = true;
  return fit;
}

}  // namespace

bool usable(FitStatus status) {
  return status == FitStatus::solved || status == FitStatus::suspect || status == FitStatus::inexact ||
         status == FitStatus::undetermined;
}

Fit fit(const Samples& samples, const FitOptions& options) {
  validate(options);
  validate(samples);
  require_fitting_start(options, samples.inputs(), samples.outputs());
  const OneBlasThread guard;
  Underway underway(options.progress);
  FitOptions watched = options;
  watched.progress = underway.reports();
  Fit fit = options.bias ? learn_unit_with_bias(samples, watched) : learn_unit(samples, watched);
  refuse_weights_out_of_range(samples.Y.isZero(0), fit);
  for (std::string& warning : column_warnings(samples)) fit.warnings.push_back(std::move(warning));
  if (!usable(fit.status)) {
    fit.unit = {};
    return fit;
  }
  fit.training_loss = output_errors(predict(fit.unit, samples.X, options.threads), samples.Y).loss;
  warn_of_few_samples(samples, fit);
  warn_of_poor_fit(samples, fit);
  return fit;
}

}  // namespace resunit
