// Identification: exact, under noise, and the choice between the two.
#include "identify.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include "exact/certify.hpp"
#include "exact/exact.hpp"
#include "linalg/length.hpp"
#include "model/directions.hpp"
#include "paper/layerwise.hpp"
#include "timing/stopwatch.hpp"

namespace resunit {
namespace {

constexpr double kRounding = 1e-13;  ///< noise_std / rms(y) that rounding may leave

Fit describe_exact(ExactFit exact, double seconds) {
  Fit fit{.unit = std::move(exact.unit), .method = Method::exact, .certificate = std::move(exact.certificate)};
  fit.warnings = std::move(exact.notes);
  fit.seconds.emplace_back("exact", seconds);
  const bool fits = exact.misfit <= kExactMisfit;
  fit.status = !fits ? FitStatus::not_exact : fit.certificate.holds ? FitStatus::solved : FitStatus::undetermined;
  fit.reason =
      fmt::format("{} of {} rows found; the fit leaves {:.1e} of |Y|", exact.found, fit.unit.rows(), exact.misfit);
  if (!fits) fit.reason += ": the samples are noisy, too few, or not of a unit";
  if (exact.layer2_hidden) {
    fit.status = FitStatus::rank_deficient;
    fit.reason = std::move(fit.warnings.back());
    fit.warnings.pop_back();
  }
  return fit;
}

FitStatus status_of(const NoisyFit& fit) {
  switch (fit.status) {
    case NoisyStatus::not_run: return FitStatus::not_run;
    case NoisyStatus::fitted: return fit.lack_of_fit.misfit ? FitStatus::suspect : FitStatus::solved;
    case NoisyStatus::suspect: return FitStatus::suspect;
    case NoisyStatus::too_few_samples: return FitStatus::too_few_samples;
    case NoisyStatus::rank_deficient: return FitStatus::rank_deficient;
  }
  return FitStatus::not_run;
}

bool is_rounding(const Samples& samples, double noise_std) {
  return noise_std * std::sqrt(static_cast<double>(samples.Y.size())) <= kRounding * length_of(samples.Y);
}

bool can_tell_noise(const Samples& samples) {
  const Index enough = kFewestSamplesUnderNoise * samples.inputs();
  return std::ssize(informative_samples(samples.X, enough)) == enough;
}

/// A quick exact look tells most samples with noise from those without. What it missed for lack of luck, the
/// estimate under noise shows by leaving nothing, or by failing: then exact identification gets all its time.
class Choice {
 public:
  Choice(const Samples& samples, const FitOptions& options)
      : samples_(samples), options_(options), noise_can_be_told_(can_tell_noise(samples)) {}

  Fit run() {
    if (look_for_exact_unit({.quick = noise_can_be_told_}) || exact_.layer2_hidden) return exact();
    std::optional<Unit> near;
    if (exact_.found == samples_.inputs()) near = exact_.unit;
    Fit noisy = learn_noisy_unit(samples_, options_, near);
    const bool in_doubt = noisy.status != FitStatus::solved || is_rounding(samples_, noisy.uncertainty.noise_std);
    if (noise_can_be_told_ && in_doubt) {
      if (usable(noisy.status)) near = noisy.unit;
      if (look_for_exact_unit({.start = near})) return exact();
    }
    if (usable(noisy.status) && is_rounding(samples_, noisy.uncertainty.noise_std) && exact_.misfit <= kExactMisfit)
      return exact();
    if (noisy.status == FitStatus::rank_deficient) return rough(noisy.reason);
    noisy.choice = "method noisy was taken, because no unit was found that fits the samples exactly";
    return noisy;
  }

 private:
  /// True where nothing but rounding separates the samples from a unit: in every row, or in one with enough evidence
  /// (others may rest on linear programs, which leave more). Without enough samples to tell noise, a fit to
  /// kExactMisfit has to do.
  bool look_for_exact_unit(ExactOptions search) {
    const Stopwatch watch;
    search.seed = options_.seed;
    search.bias = options_.bias;
    search.progress = options_.progress;
    exact_ = learn_exactly(samples_, search);
    seconds_ += watch.seconds();
    const bool noiseless = exact_.is_noiseless || exact_.worst_backward_error <= kLargestBackwardError;
    return exact_.misfit <= kExactMisfit && (noiseless || !noise_can_be_told_);
  }

  Fit exact() {
    Fit fit = describe_exact(std::move(exact_), seconds_);
    if (usable(fit.status)) fit.choice = "method exact was taken, because a unit fits the samples without noise";
    return fit;
  }

  Fit rough(const std::string& reason) const {
    FitOptions by_rows = options_;
    by_rows.method = Method::qp;
    Fit fit = learn_layerwise(samples_, by_rows);
    fit.choice = "method qp was taken, because no unit was found that fits the samples exactly and " + reason;
    if (fit.status == FitStatus::solved) {
      fit.status = FitStatus::inexact;
      fit.reason =
          "a rough estimate: columns of X depend on others, and a better one would need them to be independent";
    }
    return fit;
  }

  const Samples& samples_;
  const FitOptions& options_;
  const bool noise_can_be_told_;
  ExactFit exact_;
  double seconds_ = 0;
};

}  // namespace

Fit learn_exact_unit(const Samples& samples, const FitOptions& options) {
  const Stopwatch watch;
  ExactFit exact = learn_exactly(samples, {.seed = options.seed, .bias = options.bias, .progress = options.progress});
  return describe_exact(std::move(exact), watch.seconds());
}

Fit learn_noisy_unit(const Samples& samples, const FitOptions& options, const std::optional<Unit>& start) {
  NoisyOptions noise = options.noise;
  noise.seed = options.seed;
  noise.threads = options.threads;
  noise.progress = options.progress;
  NoisyFit found = learn_under_noise(samples, noise, start);
  Fit fit{.unit = std::move(found.unit), .method = Method::noisy, .status = status_of(found)};
  fit.reason = std::move(found.reason);
  fit.warnings = std::move(found.warnings);
  fit.seconds = std::move(found.seconds);
  fit.uncertainty = std::move(static_cast<Uncertainty&>(found));
  return fit;
}

Fit learn_automatically(const Samples& samples, const FitOptions& options) {
  return Choice(samples, options).run();
}

}  // namespace resunit
