// SPDX-License-Identifier: BSD-3-Clause
#include "fit/cause.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include "exact/tolerances.hpp"
#include "linalg/indexing.hpp"
#include "model/random_subset.hpp"
#include "model/unit_parts.hpp"
#include "noise/inference/relaxed_fit.hpp"
#include "noise/noisy.hpp"

namespace resunit {
namespace {

/// Trials use at most this number of samples, or kTrialSamplesPerInput samples per input if that is more.
constexpr Index kTrialSamples = 4096, kTrialSamplesPerInput = 64;

Dataset select(const Samples& samples, const std::vector<Index>& rows) {
  return {.X = samples.X(rows, kAll), .Y = samples.Y(rows, kAll)};
}

bool is_exact(const Fit& fit) {
  return fit.method == Method::exact && fit.usable();
}

bool is_misfit(const Fit& fit) {
  return fit.usable() && fit.uncertainty.lack_of_fit.misfit;
}

/// "a unit fits the samples to rounding error", or "the misfit disappears (p = 0.4)".
std::string success(const Fit& fit) {
  return is_exact(fit) ? "a unit fits the samples to rounding error"
                       : fmt::format("the misfit disappears (p = {:.2g})", fit.uncertainty.lack_of_fit.p_value);
}

struct Trial {
  Remedy remedy;
  const char* what;  ///< "with a bias in layer 1"
  const char* hint;  ///< follows the success; may be empty
};

constexpr Trial kTrials[] = {
    {Remedy::bias_layer1, "with a bias in layer 1", ""},
    {Remedy::bias_both, "with biases in both layers", ", as for samples that were centered or shifted"},
    {Remedy::robust, "with the robust loss", ": the noise has outliers or heavy tails"},
};

/// The options of a trial; empty if they are already in use.
std::optional<FitOptions> options_with(Remedy remedy, FitOptions options) {
  options.start.reset();
  switch (remedy) {
    case Remedy::bias_layer1:
      if (options.bias != Bias::none) return {};
      options.bias = Bias::layer1;
      return options;
    case Remedy::bias_both:
      if (options.bias == Bias::both) return {};
      options.bias = Bias::both;
      return options;
    case Remedy::robust:
      if (options.noise.robust) return {};
      options.method = Method::noisy;
      options.noise.robust = true;
      return options;
    default: return {};
  }
}

class CauseSearch {
 public:
  CauseSearch(const Samples& samples, const FitOptions& options, const Outliers& outliers, const Learner& learn,
              Fit& fit)
      : samples_(samples), options_(options), outliers_(outliers), learn_(learn), fit_(fit) {}

  void run() {
    if (!outliers_.samples.empty()) return explain_outliers();
    if (options_.method != Method::automatic && options_.method != Method::noisy) return;
    if (is_misfit(fit_) || fit_.status == FitStatus::too_few_samples)
      try_remedies();
    else if (fit_.uncertainty.lack_of_fit.skip_not_identified)
      conclude("x is negligible compared with (Ax)^+: the network has no skip connection, or a tiny one",
               Remedy::regress);
  }

 private:
  void conclude(std::string cause, Remedy remedy) {
    fit_.cause = std::move(cause);
    fit_.remedy = remedy;
  }

  void explain_outliers() {
    const char* them = outliers_.samples.size() == 1 ? "it" : "them";
    const int first = options_.columns.first_number;
    fit_.outliers = outliers_.samples;
    if (options_.method == Method::automatic && fit_exactly_without_outliers())
      conclude(fmt::format("without {} a unit fits the others to rounding error: check or remove {}",
                           samples_text(fit_.outliers, first), fit_.outliers.size() == 1 ? "it" : "them"),
               Remedy::remove_outliers);
    else if (fit_.uncertainty.robust)
      fit_.warnings.push_back(
          fmt::format("{}: check {}; the robust loss limits the influence", describe(outliers_, first), them));
    else if (fit_.method == Method::noisy)
      conclude(fmt::format("{}: check {}, or use the robust loss", describe(outliers_, first), them), Remedy::robust);
    else
      conclude(fmt::format("{}: check {}, or use method auto", describe(outliers_, first), them), Remedy::automatic);
  }

  /// True if a unit fits the other samples to rounding error. The outliers are then the samples that it does not fit.
  bool fit_exactly_without_outliers() {
    const Dataset others = without(samples_, fit_.outliers);
    if (others.X.rows() < samples_.inputs()) return false;
    const Fit exact = learn_(others, options_);
    if (!is_exact(exact)) return false;
    const Dataset suspects = select(samples_, fit_.outliers);
    const Vector residuals = (suspects.Y - forward(exact.unit, suspects.X)).rowwise().norm();
    const double tolerance = kExactResidual * residuals.maxCoeff();
    std::vector<Index> wrong;
    for (Index k = 0; k < residuals.size(); ++k)
      if (residuals(k) > tolerance) wrong.push_back(fit_.outliers[static_cast<std::size_t>(k)]);
    fit_.outliers = std::move(wrong);
    return true;
  }

  void try_remedies() {
    const Index enough = std::max(kTrialSamples, kTrialSamplesPerInput * samples_.inputs());
    if (samples_.count() <= enough) return try_remedies_on(samples_);
    const Dataset subset =
        select(samples_, random_subset(samples_.count(), enough, Random(options_.seed, Stream::cause)));
    if (is_misfit(learn_(subset, options_))) try_remedies_on(subset);
  }

  void try_remedies_on(const Samples& samples) {
    // Few samples can be fitted by chance: then only a certified unit counts.
    const bool too_few = fit_.status == FitStatus::too_few_samples;
    for (const Trial& trial : kTrials) {
      const std::optional<FitOptions> changed = options_with(trial.remedy, options_);
      if (!changed || (too_few && trial.remedy == Remedy::robust)) continue;
      const Fit other = learn_(samples, *changed);
      if (other.status != FitStatus::solved && (too_few || !is_exact(other))) continue;
      return conclude(fmt::format("{} {}{}", trial.what, success(other), trial.hint), trial.remedy);
    }
    if (too_few) return;
    conclude(relaxed_model_fits(samples, options_)
                 ? "with any linear skip connection the misfit disappears: the activation is leaky, or the skip "
                   "connection is not the identity"
                 : "no network with d hidden neurons fits: the samples come from a wider or deeper network, or from "
                   "another function",
             Remedy::regress);
  }

  const Samples samples_;
  const FitOptions& options_;
  const Outliers& outliers_;
  const Learner& learn_;
  Fit& fit_;
};

}  // namespace

void find_cause(const Samples& samples, const FitOptions& options, const Outliers& outliers, const Learner& learn,
                Fit& fit) {
  if (fit.usable() || fit.status == FitStatus::too_few_samples)
    CauseSearch(samples, options, outliers, learn, fit).run();
}

}  // namespace resunit
