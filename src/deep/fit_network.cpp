// SPDX-License-Identifier: BSD-3-Clause
// The whole fit of a network: validate, standardize, then
//     exact      an exact network of the requested number of layers, or of the smallest number that fits, certified
//     noisy      the least-squares network, its noise level and standard errors
//     qp         the paper's formula for W >= 0
//     automatic  exact from a few starts, else noisy, else exact from all starts
#include "resunit/fit_network.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "deep/certificate.hpp"
#include "deep/identify_network.hpp"
#include "deep/noise/fit_noisy.hpp"
#include "deep/options.hpp"
#include "deep/paper_formula.hpp"
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
constexpr Index kMostNoisyLayers = 3;
constexpr int kFirstStarts = 2;          ///< of the exact search, before the samples are treated as noisy
constexpr double kExactResidual = 1e-8;  ///< largest |Yhat - Y| / |Y| of an exact network on all samples

/// Work of a search with few inputs, which it exhausts if no network fits: about 50 s on one core.
constexpr Index kFewInputs = 8;
constexpr double kWorkForFewInputs = 1.2e12;

/// The fewest samples with at least as many equations as weights: n m >= number of weights.
Index fewest_exact_samples(const Samples& samples, Index layers) {
  const Index d = samples.inputs(), m = samples.outputs();
  return ((layers - 1) * d * d + m * d + m - 1) / m;
}

class NetworkFitting {
 public:
  NetworkFitting(const Samples& samples, const NetworkOptions& options)
      : samples_(samples),
        options_(options),
        work_(samples.inputs() <= kFewInputs ? WorkLimit(kWorkForFewInputs) : WorkLimit()) {}

  NetworkFit run() {
    NetworkFit fit = by_method();
    fit.columns = options_.columns;
    fit.input_range = range_of(samples_.X);
    for (std::string& warning : column_warnings(samples_, options_.columns)) fit.warnings.push_back(std::move(warning));
    return fit;
  }

 private:
  Index fewest_layers() const { return options_.layers > 0 ? options_.layers : 2; }
  Index most_layers(Index limit) const { return options_.layers > 0 ? options_.layers : limit; }

  NetworkFit by_method() {
    if (options_.method == Method::noisy) return smallest_noisy();
    if (options_.method == Method::qp) return smallest_by_formula();
    if (options_.method == Method::exact) return smallest_exact(options_.starts);
    NetworkFit exact = smallest_exact(kFirstStarts);
    if (exact.usable()) return exact;
    NetworkFit noisy = smallest_noisy();
    const bool has_noise = noisy.relative_residual > kExactResidual;
    if ((noisy.status == FitStatus::solved && has_noise) || noisy.status == FitStatus::unrelated) return noisy;
    exact = smallest_exact(options_.starts);
    if (!exact.usable() && noisy.usable() && !has_noise) exact = exact_near(noisy);
    return exact.usable() || !noisy.usable() ? exact : noisy;
  }

  /// The exact network with the fewest layers; without one, the attempt with the smallest residual.
  NetworkFit smallest_exact(int starts) {
    NetworkFit best;
    for (Index layers = fewest_layers(); layers <= most_layers(kMostLayers); ++layers) {
      NetworkFit next = exact(layers, starts);
      if (next.usable()) {
        if (options_.layers == 0)
          next.choice = fmt::format("{} layers: the smallest number that fits to rounding error", layers);
        return next;
      }
      if (best.status == FitStatus::not_run || next.relative_residual < best.relative_residual) best = std::move(next);
    }
    if (options_.layers == 0)
      best.reason = fmt::format("no network of 2 to {} layers fits the samples; closest: {}", kMostLayers, best.reason);
    return best;
  }

  /// The noisy network with the fewest layers whose loss noise explains; without one, the one with the smallest loss.
  NetworkFit smallest_noisy() {
    NetworkFit best;
    for (Index layers = fewest_layers(); layers <= most_layers(kMostNoisyLayers); ++layers) {
      NetworkFit next = noisy(layers);
      if (next.status == FitStatus::solved || next.status == FitStatus::unrelated) return next;
      if (!best.usable() || (next.usable() && next.relative_residual < best.relative_residual)) best = std::move(next);
    }
    return best;
  }

  /// By the paper's formula: the first network that fits; without one, the one with the smallest residual.
  NetworkFit smallest_by_formula() {
    NetworkFit best;
    for (Index layers = fewest_layers(); layers <= most_layers(kMostLayers); ++layers) {
      NetworkFit next = by_formula(layers);
      if (next.status == FitStatus::solved || !next.usable()) return next;
      if (!best.usable() || next.relative_residual < best.relative_residual) best = std::move(next);
    }
    return best;
  }

  NetworkFit by_formula(Index layers) {
    if (samples_.count() < fewest_exact_samples(samples_, layers)) return too_few(Method::qp, layers);
    const Stopwatch watch;
    NetworkFit fit = fit_by_paper_formula(samples_, layers, options_);
    fit.seconds.emplace_back(fmt::format("qp, {} layers", layers), watch.seconds());
    return fit;
  }

  NetworkFit noisy(Index layers) {
    const Stopwatch watch;
    NetworkFit fit = fit_noisy_network(samples_,
                                       {.layers = layers,
                                        .starts = options_.starts,
                                        .seed = options_.seed,
                                        .threads = options_.threads,
                                        .progress = options_.progress},
                                       work_);
    fit.choice = options_.method == Method::noisy
                     ? ""
                     : fmt::format(
                           "auto selected noisy: no network of {} layers was found that fits the samples to "
                           "rounding error",
                           layers);
    fit.seconds.emplace_back(fmt::format("noisy, {} layers", layers), watch.seconds());
    return fit;
  }

  /// Fewer equations than weights.
  NetworkFit too_few(Method method, Index layers) const {
    const Index fewest = fewest_exact_samples(samples_, layers);
    return {.method = method,
            .status = FitStatus::too_few_samples,
            .reason = fmt::format("{} for {} weights: a network of {} layers with {} requires at least {}",
                                  counted(samples_.count(), "sample"), fewest * samples_.outputs(), layers,
                                  counted(samples_.inputs(), "input"), counted(fewest, "sample")),
            .relative_residual = 1};
  }

  NetworkFit exact(Index layers, int starts) {
    if (samples_.count() < fewest_exact_samples(samples_, layers)) return too_few(Method::exact, layers);
    NetworkFit fit{.method = Method::exact};
    const Stopwatch watch;
    const StandardizedSamples standardized = standardize_samples(samples_);
    IdentifiedNetwork found = identify_network(standardized.samples,
                                               {.layers = layers,
                                                .starts = starts,
                                                .seed = options_.seed,
                                                .threads = options_.threads,
                                                .progress = options_.progress},
                                               work_);
    fit.starts = found.starts;
    fit.relative_residual = std::sqrt(found.relative_loss);
    if (found.exact()) accept(std::move(found), standardized, fit);
    if (fit.status == FitStatus::not_run) reject(layers, fit);
    fit.seconds.emplace_back(fmt::format("exact, {} layers", layers), watch.seconds());
    return fit;
  }

  /// The exact network at a noisy fit without residual; "not run" if it does not fit the samples.
  NetworkFit exact_near(const NetworkFit& noisy) const {
    NetworkFit fit{.method = Method::exact, .starts = noisy.starts, .seconds = noisy.seconds};
    const StandardizedSamples standardized = standardize_samples(samples_);
    accept(certify_near(standardized.samples, in_standard_scales(noisy.network, standardized), options_.threads),
           standardized, fit);
    return fit;
  }

  /// The status remains "not run" if the network is not exact on the samples themselves, for example because y is not
  /// zero at x = 0.
  void accept(IdentifiedNetwork found, const StandardizedSamples& standardized, NetworkFit& fit) const {
    Network network = in_original_scales(std::move(found.network), standardized);
    set_residual(samples_, network, options_.threads, fit);
    if (!(fit.relative_residual <= kExactResidual)) return;
    fit.network = std::move(network);
    fit.certificate = std::move(found.certificate);
    fit.status = fit.certificate.holds ? FitStatus::solved : FitStatus::undetermined;
    fit.reason = fit.certificate.holds
                     ? fmt::format("relative residual {:.1e}, locally identifiable", fit.relative_residual)
                     : fmt::format("relative residual {:.1e}, but not shown to be locally identifiable: {}",
                                   fit.relative_residual, failed_conditions(fit.certificate));
  }

  void reject(Index layers, NetworkFit& fit) const {
    fit.status = FitStatus::not_exact;
    fit.reason =
        fmt::format("no network of {} layers fits the samples: the smallest relative residual after {} is {:.1e}{}",
                    layers, counted(fit.starts, "start"), fit.relative_residual,
                    work_.exhausted() ? ", when the limit of the work was reached" : "");
  }

  const Samples& samples_;
  const NetworkOptions& options_;
  WorkLimit work_;
};

}  // namespace

void validate(const NetworkOptions& options) {
  require_ranges("NetworkOptions", options);
  if (options.layers == 1)
    throw OptionError("NetworkOptions::layers = 1, expected at least 2, or 0 for the smallest number that fits");
  const auto methods = {Method::automatic, Method::exact, Method::noisy, Method::qp};
  if (std::find(methods.begin(), methods.end(), options.method) == methods.end())
    throw OptionError(
        fmt::format("NetworkOptions::method = {}, expected auto, exact, noisy or qp", to_string(options.method)));
}

NetworkFit fit_network(const Samples& samples, const NetworkOptions& options) {
  validate(options);
  validate(samples, options.columns);
  const OneBlasThread guard;
  ProgressScope scope(options.progress);
  NetworkOptions checked = options;
  checked.progress = scope.reports();
  return NetworkFitting(samples, checked).run();
}

Matrix predict(const NetworkFit& fit, const MatrixView& X, int threads) {
  if (fit.network.weights.empty())
    throw DataError(fmt::format("cannot predict, because the fit has no weights: {}", fit.brief()));
  return predict(fit.network, X, threads);
}

}  // namespace resunit
