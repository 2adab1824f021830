// SPDX-License-Identifier: BSD-3-Clause
// Identification: methods exact and noisy, and the automatic selection between them.
#include "identify/identify.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include "exact/exact.hpp"
#include "exact/weights.hpp"
#include "linalg/norms.hpp"
#include "model/bias.hpp"
#include "model/directions.hpp"
#include "model/make_suspect.hpp"
#include "model/unit_parts.hpp"
#include "noise/inference/outliers.hpp"
#include "noise/noisy.hpp"
#include "paper/layerwise.hpp"
#include "paper/linear_regression.hpp"
#include "paper/sgd.hpp"
#include "system/stopwatch.hpp"

namespace resunit {
namespace {

constexpr double kRounding = 1e-13;  ///< standard deviation of rounding errors, relative to rms(y)

Fit describe_exact(ExactFit exact, double seconds) {
  Fit fit{.unit = std::move(exact.unit), .method = Method::exact, .certificate = std::move(exact.certificate)};
  fit.warnings = std::move(exact.notes);
  fit.seconds.emplace_back("exact", seconds);
  const bool fits = exact.relative_residual <= kExactResidual;
  fit.status = !fits ? FitStatus::not_exact : fit.certificate.holds ? FitStatus::solved : FitStatus::undetermined;
  fit.reason = fmt::format("{} of {} rows found; relative residual {:.1e}", exact.found, fit.unit.rows(),
                           exact.relative_residual);
  if (!fits) fit.reason += ": the samples are noisy, too few, or do not come from a unit";
  if (exact.rank_deficient) {
    fit.status = FitStatus::rank_deficient;
    fit.reason = std::move(fit.warnings.back());
    fit.warnings.pop_back();
  }
  return fit;
}

/// `noise_std` relative to the outputs, without the constant output of a bias.
bool is_rounding_error(const Samples& samples, Bias bias, double noise_std) {
  const MatrixView Y = bias == Bias::none ? samples.Y : without_constant_output(samples).Y;
  return noise_std * std::sqrt(static_cast<double>(Y.size())) <= kRounding * length_of(Y);
}

bool noise_is_identifiable(const Samples& samples) {
  const Index enough = kFewestSamplesUnderNoise * samples.inputs();
  return std::ssize(informative_samples(samples.X, enough)) == enough;
}

/// The automatic selection. A quick exact search distinguishes most noisy samples from noiseless ones. If it misses a
/// unit by chance, the residual of the estimate under noise is at rounding error, or the estimate fails: then the full
/// exact search follows.
class AutomaticSelection {
 public:
  AutomaticSelection(const Samples& samples, const FitOptions& options)
      : samples_(samples), options_(options), noise_is_identifiable_(noise_is_identifiable(samples)) {}

  Fit run() {
    if (search_exact_unit({.quick = noise_is_identifiable_}) || exact_.rank_deficient) return select_exact();
    std::optional<Unit> start;
    if (exact_.found == samples_.inputs()) start = exact_.unit;
    Fit noisy = learn_noisy(samples_, options_, start);
    if (std::optional<Fit> robust = learn_despite_outliers(noisy)) return *std::move(robust);
    const bool in_doubt =
        noisy.status != FitStatus::solved || is_rounding_error(samples_, options_.bias, noisy.uncertainty.noise_std);
    if (noise_is_identifiable_ && in_doubt) {
      if (noisy.usable()) start = noisy.unit;
      if (search_exact_unit({.start = start})) return select_exact();
    }
    if (noisy.usable() && is_rounding_error(samples_, options_.bias, noisy.uncertainty.noise_std) &&
        exact_.relative_residual <= kExactResidual)
      return select_exact();
    if (noisy.status == FitStatus::rank_deficient) return select_qp(noisy.reason);
    noisy.choice = auto_selected(Method::noisy, kNoExactUnit);
    doubt_noise(noisy);
    return noisy;
  }

 private:
  /// True if a unit fits the samples to rounding error: in every row, or in one row with enough evidence (other rows
  /// may be solutions of linear programs, which are less accurate). With too few samples to identify noise, a relative
  /// residual of kExactResidual is sufficient.
  bool search_exact_unit(ExactOptions search) {
    const Stopwatch watch;
    search.seed = options_.seed;
    search.bias = options_.bias;
    search.progress = options_.progress;
    exact_ = learn_exactly(samples_, search);
    seconds_ += watch.seconds();
    const bool noiseless = exact_.is_noiseless || exact_.worst_backward_error <= kLargestBackwardError;
    return exact_.relative_residual <= kExactResidual && (noiseless || !noise_is_identifiable_);
  }

  /// The fit with the robust loss, if outliers dominate the least-squares loss.
  std::optional<Fit> learn_despite_outliers(const Fit& noisy) const {
    if (!noisy.usable() || options_.noise.robust) return {};
    Outliers outliers = dominant_outliers(samples_.Y - forward(noisy.unit, samples_.X));
    const bool masked = outliers.samples.empty();  // many outliers increase all residuals of the least-squares unit
    if (masked && noisy.status != FitStatus::solved) outliers = outliers_of_linear_regression(samples_);
    if (outliers.samples.empty()) return {};
    FitOptions with_huber = options_;
    with_huber.noise.robust = true;
    Fit robust = learn_noisy(samples_, with_huber, std::nullopt);
    if (!robust.usable()) return {};
    if (masked && dominant_outliers(samples_.Y - forward(robust.unit, samples_.X)).samples.empty()) return {};
    robust.choice = auto_selected(Method::noisy, fmt::format("{}; the loss is robust, because {}", kNoExactUnit,
                                                             describe(outliers, options_.columns.first_number)));
    return robust;
  }

  Fit select_exact() {
    Fit fit = describe_exact(std::move(exact_), seconds_);
    if (fit.usable()) fit.choice = auto_selected(Method::exact, "a unit fits the samples to rounding error");
    return fit;
  }

  /// A residual is not noise if most rows fit the samples to rounding error, but not all: the others were not found.
  void doubt_noise(Fit& noisy) const {
    const Index found = exact_.found, d = samples_.inputs();
    const bool noiseless = exact_.is_noiseless && 2 * found > d && found < d;
    if (noisy.status != FitStatus::solved || !noiseless) return;
    make_suspect(fmt::format("{} of {} rows fit the samples to rounding error: the samples are noiseless, and this "
                             "estimate of the other rows is not reliable ({})",
                             found, d, exact_.notes.empty() ? "" : exact_.notes.back()),
                 noisy);
  }

  Fit select_qp(const std::string& reason) const {
    FitOptions by_rows = options_;
    by_rows.method = Method::qp;
    Fit fit = learn_layerwise(samples_, by_rows);
    fit.choice = auto_selected(Method::qp, fmt::format("{}, and {}", kNoExactUnit, reason));
    if (fit.status == FitStatus::solved) {
      fit.status = FitStatus::inexact;
      fit.reason = "this is a rough estimate, because columns of X are linearly dependent: remove redundant columns";
    }
    return fit;
  }

  const Samples& samples_;
  const FitOptions& options_;
  const bool noise_is_identifiable_;
  ExactFit exact_;
  double seconds_ = 0;
};

}  // namespace

std::string auto_selected(Method method, std::string_view reason) {
  return fmt::format("auto selected {}: {}", to_string(method), reason);
}

Fit learn_exact_unit(const Samples& samples, const FitOptions& options) {
  const Stopwatch watch;
  ExactFit exact = learn_exactly(samples, {.seed = options.seed, .bias = options.bias, .progress = options.progress});
  return describe_exact(std::move(exact), watch.seconds());
}

Fit learn_automatically(const Samples& samples, const FitOptions& options) {
  return AutomaticSelection(samples, options).run();
}

Fit identify(const Samples& samples, const FitOptions& options) {
  switch (options.method) {
    case Method::automatic: return learn_automatically(samples, options);
    case Method::exact: return learn_exact_unit(samples, options);
    case Method::noisy: return learn_noisy(samples, options, options.start);
    case Method::qp:
    case Method::lp:
    case Method::lp_noisy: return learn_layerwise(samples, options);
    case Method::lr: return learn_by_linear_regression(samples, options);
    case Method::sgd: return learn_by_sgd(samples, options);
  }
  return {};
}

}  // namespace resunit
