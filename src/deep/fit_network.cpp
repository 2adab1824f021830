// SPDX-License-Identifier: BSD-3-Clause
// The whole fit of a network: validate, standardize, identify an exact network of the requested number of layers or of
// the smallest number that fits, certify it.
#include "resunit/fit_network.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "deep/certificate.hpp"
#include "deep/identify_network.hpp"
#include "deep/standardize.hpp"
#include "linalg/openblas.hpp"
#include "model/column_warnings.hpp"
#include "model/counted.hpp"
#include "parallel/progress_scope.hpp"
#include "resunit/error.hpp"
#include "system/stopwatch.hpp"

namespace resunit {
namespace {

constexpr Index kMostLayers = 4;  ///< tried by layers = 0

/// Work of a search with few inputs, which it exhausts if no network fits: about 50 s on one core.
constexpr Index kFewInputs = 8;
constexpr double kWorkForFewInputs = 1.5e11;

void validate(const NetworkOptions& options) {
  if (options.layers < 0 || options.layers == 1)
    throw OptionError(fmt::format(
        "NetworkOptions::layers = {}, expected at least 2, or 0 for the smallest number that fits", options.layers));
  if (options.threads < 0 || options.starts < 0)
    throw OptionError(fmt::format("NetworkOptions::{} = {}, expected at least 0",
                                  options.threads < 0 ? "threads" : "starts",
                                  std::min(options.threads, options.starts)));
}

/// The fewest samples whose equations determine the weights: n m >= number of weights.
Index fewest_samples(const Samples& samples, Index layers) {
  const Index d = samples.inputs(), m = samples.outputs();
  return ((layers - 1) * d * d + m * d + m - 1) / m;
}

class NetworkFitting {
 public:
  NetworkFitting(const Samples& samples, const NetworkOptions& options)
      : samples_(samples), options_(options), standardized_(standardize_samples(samples)) {}

  NetworkFit run() {
    NetworkFit fit = options_.layers > 0 ? identify(options_.layers) : smallest_that_fits();
    fit.columns = options_.columns;
    fit.input_range = range_of(samples_.X);
    for (std::string& warning : column_warnings(samples_, options_.columns)) fit.warnings.push_back(std::move(warning));
    return fit;
  }

 private:
  NetworkFit smallest_that_fits() {
    NetworkFit best;
    for (Index layers = 2; layers <= kMostLayers; ++layers) {
      NetworkFit next = identify(layers);
      if (next.usable()) {
        next.choice = fmt::format("{} layers: the smallest number that fits to rounding error", layers);
        return next;
      }
      if (best.status == FitStatus::not_run || next.relative_residual < best.relative_residual) best = std::move(next);
    }
    best.reason = fmt::format("no network of 2 to {} layers fits the samples; closest: {}", kMostLayers, best.reason);
    return best;
  }

  NetworkFit identify(Index layers) {
    NetworkFit fit{.method = Method::exact, .choice = fmt::format("{} layers: as requested", layers)};
    if (const Index fewest = fewest_samples(samples_, layers); samples_.count() < fewest) {
      fit.status = FitStatus::too_few_samples;
      fit.relative_residual = 1;
      fit.reason = fmt::format("{} for {} weights: a network of {} layers with {} requires at least {}",
                               counted(samples_.count(), "sample"), fewest * samples_.outputs(), layers,
                               counted(samples_.inputs(), "input"), counted(fewest, "sample"));
      return fit;
    }
    const Stopwatch watch;
    WorkLimit work = samples_.inputs() <= kFewInputs ? WorkLimit(kWorkForFewInputs) : WorkLimit();
    IdentifiedNetwork found = identify_network(standardized_.samples,
                                               {.layers = layers,
                                                .starts = options_.starts,
                                                .seed = options_.seed,
                                                .threads = options_.threads,
                                                .progress = options_.progress},
                                               work);
    fit.starts = found.starts;
    fit.seconds.emplace_back(fmt::format("{} layers", layers), watch.seconds());
    report(layers, std::move(found), work.exhausted(), fit);
    return fit;
  }

  void report(Index layers, IdentifiedNetwork found, bool exhausted, NetworkFit& fit) {
    fit.relative_residual = std::sqrt(found.relative_loss);
    if (!found.exact()) {
      fit.status = FitStatus::not_exact;
      fit.reason =
          fmt::format("no network of {} layers fits the samples: the smallest relative residual after {} is {:.1e}{}",
                      layers, counted(found.starts, "start"), fit.relative_residual,
                      exhausted ? ", when the limit of the work was reached" : "");
      return;
    }
    fit.certificate = std::move(found.certificate);
    fit.network = in_original_scales(std::move(found.network), standardized_);
    measure(fit);
    fit.status = fit.certificate.holds ? FitStatus::solved : FitStatus::undetermined;
    fit.reason = fit.certificate.holds
                     ? fmt::format("relative residual {:.1e}, locally identifiable", fit.relative_residual)
                     : fmt::format("relative residual {:.1e}, but not shown to be locally identifiable: {}",
                                   fit.relative_residual, failed_conditions(fit.certificate));
  }

  void measure(NetworkFit& fit) const {
    const Matrix E = predict(fit.network, samples_.X, options_.threads) - samples_.Y;
    const double scale = std::max(samples_.Y.cwiseAbs().maxCoeff(), std::numeric_limits<double>::min());
    fit.relative_residual = samples_.Y.isZero(0) ? 0 : (E / scale).norm() / (samples_.Y / scale).norm();
    fit.training_loss = E.squaredNorm() / (2 * static_cast<double>(samples_.count()));
  }

  const Samples& samples_;
  NetworkOptions options_;
  StandardizedSamples standardized_;
};

}  // namespace

NetworkFit fit_network(const Samples& samples, const NetworkOptions& options) {
  validate(options);
  validate(samples, options.columns);
  const OneBlasThread guard;
  ProgressScope scope(options.progress);
  NetworkOptions checked = options;
  checked.progress = scope.reports();
  return NetworkFitting(samples, checked).run();
}

}  // namespace resunit
