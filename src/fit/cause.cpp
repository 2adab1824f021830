// SPDX-License-Identifier: BSD-3-Clause
#include "fit/cause.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <compare>
#include <numeric>
#include <optional>
#include <string>
#include <vector>

#include "exact/tolerances.hpp"
#include "linalg/median.hpp"
#include "linalg/norms.hpp"
#include "linalg/project_out.hpp"
#include "model/columns.hpp"
#include "model/directions.hpp"
#include "model/make_suspect.hpp"
#include "model/random_subset.hpp"
#include "model/unit_parts.hpp"
#include "noise/estimate.hpp"
#include "noise/inference/relaxed_fit.hpp"
#include "noise/noisy.hpp"

namespace resunit {
namespace {

/// Trials use at most this number of samples, or kTrialSamplesPerInput samples per input if that is more.
constexpr Index kTrialSamples = 4096, kTrialSamplesPerInput = 64;
constexpr double kManyCopies = 0.1;  ///< fraction of samples that are copies, from which they explain a lack of fit
constexpr double kFarInput = 10;     ///< robust standard deviations from the median: beyond, an input may be mistyped
constexpr double kFewFarInputs = 0.01;  ///< largest fraction of samples with inputs that may be mistyped
constexpr Index kClippedSamples = 5;    ///< fewest samples at the largest or smallest value of a clipped output
constexpr double kClippedShare = 0.01;  ///< the same, relative to all samples
constexpr double kBadlyScaled = 100;    ///< ratio of the largest and smallest column rms of X
constexpr double kLessNoise = 0.8;      ///< noise with biases, relative to that without, from which biases are a cause

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

/// The number of samples that equal an earlier one.
Index count_copies(const Samples& samples) {
  const auto before = [&](Index i, Index k) {
    const auto x = samples.X.row(i), other = samples.X.row(k);
    if (const auto order = std::lexicographical_compare_three_way(x.begin(), x.end(), other.begin(), other.end());
        order != 0)
      return order < 0;
    const auto y = samples.Y.row(i), other_y = samples.Y.row(k);
    return std::lexicographical_compare(y.begin(), y.end(), other_y.begin(), other_y.end());
  };
  std::vector<Index> order(samples.count());
  std::iota(order.begin(), order.end(), Index{0});
  std::sort(order.begin(), order.end(), before);
  Index copies = 0;
  for (std::size_t k = 1; k < order.size(); ++k) copies += !before(order[k - 1], order[k]);
  return copies;
}

/// The first linearly independent columns of X that span the others.
std::vector<Index> independent_columns(const MatrixView& X) {
  Matrix basis(X.rows(), 0);
  std::vector<Index> columns;
  for (Index j = 0; j < X.cols(); ++j) {
    const Matrix column = X.col(j);
    const Matrix rest = project_out(basis, column);
    if (!(length_of(rest) > kDependent * length_of(column))) continue;
    columns.push_back(j);
    basis.conservativeResize(Eigen::NoChange, basis.cols() + 1);
    basis.rightCols(1) = rest / length_of(rest);
  }
  return columns;
}

/// True if no column of X has more than two values.
bool is_binary(const MatrixView& X) {
  for (Index j = 0; j < X.cols(); ++j) {
    const double low = X.col(j).minCoeff(), high = X.col(j).maxCoeff();
    if (((X.col(j).array() != low) && (X.col(j).array() != high)).any()) return false;
  }
  return true;
}

/// Samples with an input far from the others of its column; empty if they are too many to be mistakes.
std::vector<Index> samples_with_far_inputs(const MatrixView& X) {
  std::vector<Index> far;
  Vector distance = Vector::Zero(X.rows());
  for (Index j = 0; j < X.cols(); ++j) {
    const Vector from_median = (X.col(j).array() - median(X.col(j))).abs();
    const double deviation = kMadToStd * median(from_median);
    if (deviation > 0) distance = distance.cwiseMax(from_median / deviation);
  }
  for (Index i = 0; i < X.rows(); ++i)
    if (distance(i) > kFarInput) far.push_back(i);
  const double most = std::max(1.0, kFewFarInputs * static_cast<double>(X.rows()));
  if (static_cast<double>(far.size()) > most) return {};
  return far;
}

/// The number of samples at the largest or smallest value of an output that has many others, 0 if they are few.
Index count_clipped(const Vector& outputs) {
  const double low = outputs.minCoeff(), high = outputs.maxCoeff();
  const Index at_low = (outputs.array() == low).count(), at_high = (outputs.array() == high).count();
  const Index clipped = std::max(at_low, at_high), n = outputs.size();
  const double fewest = std::max<double>(kClippedSamples, kClippedShare * static_cast<double>(n));
  return low < high && 2 * (at_low + at_high) < n && static_cast<double>(clipped) >= fewest ? clipped : 0;
}

class CauseSearch {
 public:
  CauseSearch(const Samples& samples, const FitOptions& options, const Outliers& outliers, const Learner& learn,
              Fit& fit)
      : samples_(samples), options_(options), outliers_(outliers), learn_(learn), fit_(fit) {}

  void run() {
    if (has_dependent_inputs()) return;
    if (fit_.method == Method::noisy && has_copies()) return;
    if (fit_.uncertainty.lack_of_fit.linear && is_linear_for_lack_of_biases()) return;
    if (fit_.status == FitStatus::rank_deficient) return;
    if (!outliers_.samples.empty()) explain_outliers();
    if (!outliers_.samples.empty() && (!fit_.cause.empty() || !fit_.uncertainty.robust)) return;
    if (options_.method != Method::automatic && options_.method != Method::noisy) return;
    if (!fit_.cause.empty()) return;
    if (fit_.status == FitStatus::suspect && (has_few_inputs() || has_defective_values())) return;
    if (is_misfit(fit_) || fit_.status == FitStatus::too_few_samples)
      try_remedies();
    else if (fit_.uncertainty.lack_of_fit.skip_not_identified)
      explain_negligible_inputs();
  }

 private:
  void conclude(std::string cause, Remedy remedy) {
    fit_.cause = std::move(cause);
    fit_.remedy = remedy;
  }

  /// True if columns of X are linearly dependent.
  bool has_dependent_inputs() {
    if (fit_.status != FitStatus::rank_deficient && fit_.status != FitStatus::inexact) return false;
    std::vector<Index> columns = independent_columns(samples_.X);
    const auto rank = std::ssize(columns);
    if (rank == 0 || rank == samples_.inputs()) return false;
    std::vector<std::string> names;
    for (const Index j : columns)
      names.push_back(options_.columns.inputs.empty() ? fmt::format("{}", j + options_.columns.first_number)
                                                      : options_.columns.inputs[static_cast<std::size_t>(j)]);
    conclude(fmt::format("columns of X are linearly dependent: columns {} span the others, fit these alone",
                         fmt::join(names, ", ")),
             Remedy::drop_columns);
    fit_.independent_inputs = std::move(columns);
    return true;
  }

  /// True if x has so few values that units with other weights have the same outputs there.
  bool has_few_inputs() {
    const Index enough = kFewestSamplesUnderNoise * samples_.inputs();
    const auto directions = std::ssize(informative_samples(samples_.X, enough));
    const bool binary = samples_.inputs() > 1 && is_binary(samples_.X);
    if (samples_.count() < enough || (directions >= enough && !binary)) return false;
    conclude(fmt::format("{}, so that units with other weights have the same outputs: predict them by regression",
                         binary ? "every input has at most two values"
                                : fmt::format("x has only {} distinct directions", directions)),
             Remedy::regress);
    return true;
  }

  /// True if constant or clipped outputs, or a few inputs far from the others, explain a suspect fit.
  bool has_defective_values() {
    for (Index l = 0; l < samples_.outputs(); ++l) {
      const Vector outputs = samples_.Y.col(l);
      if (outputs(0) != 0 && (outputs.array() == outputs(0)).all() && options_.bias != Bias::both) {
        conclude(fmt::format("{} is constant: only a unit with biases in both layers has such an output",
                             output_name(options_.columns, l)),
                 Remedy::bias_both);
        return true;
      }
      if (const Index clipped = count_clipped(outputs); clipped > 0 && is_misfit(fit_)) {
        conclude(fmt::format("{} of {} samples have the same extreme value of {}: it seems to be clipped; omit these "
                             "samples, or predict by regression",
                             clipped, samples_.count(), output_name(options_.columns, l)),
                 Remedy::regress);
        return true;
      }
    }
    return has_mistyped_inputs();
  }

  /// True if the fit without samples whose inputs are far from the others is adequate.
  bool has_mistyped_inputs() {
    const std::vector<Index> far = samples_with_far_inputs(samples_.X);
    if (far.empty()) return false;
    const Dataset others = without(samples_, far);
    const Fit fit = learn_(others, options_);
    if (fit.status != FitStatus::solved) return false;
    fit_.outliers = far;
    conclude(
        fmt::format("without {}, whose inputs are far from all others, {}: check or remove {}",
                    samples_text(far, options_.columns.first_number), success(fit), far.size() == 1 ? "it" : "them"),
        Remedy::remove_outliers);
    return true;
  }

  /// True if copies of samples, which tests and standard errors count as independent, explain a lack of fit.
  bool has_copies() {
    const Index copies = count_copies(samples_), n = samples_.count();
    if (copies == 0) return false;
    const std::string text = fmt::format(
        "{} of {} samples {} of others, which standard errors and tests treat as "
        "independent: remove the copies",
        copies, n, copies == 1 ? "is a copy" : "are copies");
    const bool explains = is_misfit(fit_) && static_cast<double>(copies) > kManyCopies * static_cast<double>(n);
    if (explains)
      conclude(text, Remedy::none);
    else
      fit_.warnings.push_back(text);
    return explains;
  }

  /// True, with the fit suspect, if biases in both layers reduce the noise of a linear model: the kinks of centered or
  /// standardized inputs do not pass through the origin.
  bool is_linear_for_lack_of_biases() {
    const std::optional<FitOptions> biased = options_with(Remedy::bias_both, options_);
    const double noise = fit_.uncertainty.noise_std;
    if (!biased || options_.bias != Bias::none || !(noise > 0)) return false;
    const Fit other = learn_(trial_samples(), *biased);
    const bool exact = is_exact(other);
    if (!exact && (!reduces_noise(other) || is_misfit(other))) return false;
    make_suspect(exact ? "A = 0 is returned, but with biases in both layers a unit fits the samples to rounding error"
                       : fmt::format("A = 0 is returned, but with biases in both layers the noise is {:.3g} instead of "
                                     "{:.3g}",
                                     other.uncertainty.noise_std, noise),
                 fit_);
    conclude("the samples were centered or shifted: biases in both layers describe them", Remedy::bias_both);
    return true;
  }

  /// True for an estimate, possibly suspect for other reasons, with clearly less noise.
  bool reduces_noise(const Fit& other) const {
    return other.usable() && other.method == Method::noisy &&
           other.uncertainty.noise_std < kLessNoise * fit_.uncertainty.noise_std;
  }

  /// All samples, or a random subset of them if they are many.
  Dataset trial_samples() const {
    const Index enough = std::max(kTrialSamples, kTrialSamplesPerInput * samples_.inputs());
    return select_samples(samples_, random_subset(samples_.count(), enough, Random(options_.seed, Stream::cause)));
  }

  void explain_outliers() {
    const auto them = [this] { return fit_.outliers.size() == 1 ? "it" : "them"; };
    const int first = options_.columns.first_number;
    fit_.outliers = outliers_.samples;
    if (options_.method == Method::automatic && fit_exactly_without_outliers())
      conclude(fmt::format("without {} a unit fits the others to rounding error: check or remove {}",
                           samples_text(fit_.outliers, first), them()),
               Remedy::remove_outliers);
    else if (fit_.uncertainty.robust)
      fit_.warnings.push_back(fmt::format("{}: check {}; the robust loss limits {} influence",
                                          describe(outliers_, first), them(),
                                          fit_.outliers.size() == 1 ? "its" : "their"));
    else if (fit_.method == Method::noisy)
      conclude(fmt::format("{}: check {}, or use the robust loss", describe(outliers_, first), them()), Remedy::robust);
    else
      conclude(fmt::format("{}: check {}, or use method auto", describe(outliers_, first), them()), Remedy::automatic);
  }

  /// True if a unit fits the other samples to rounding error. The outliers are then the samples that it does not fit.
  bool fit_exactly_without_outliers() {
    const Dataset others = without(samples_, fit_.outliers);
    if (others.X.rows() < samples_.inputs()) return false;
    const Fit exact = learn_(others, options_);
    if (!is_exact(exact)) return false;
    const Dataset suspects = select_samples(samples_, fit_.outliers);
    const Vector residuals = (suspects.Y - forward(exact.unit, suspects.X)).rowwise().norm();
    const double tolerance = kExactResidual * residuals.maxCoeff();
    std::vector<Index> wrong;
    for (Index k = 0; k < residuals.size(); ++k)
      if (residuals(k) > tolerance) wrong.push_back(fit_.outliers[static_cast<std::size_t>(k)]);
    fit_.outliers = std::move(wrong);
    return true;
  }

  void try_remedies() {
    const Dataset trial = trial_samples();
    if (trial.X.rows() == samples_.count())
      try_remedies_on(samples_);
    else if (is_misfit(learn_(trial, options_)))
      try_remedies_on(trial);
  }

  void explain_negligible_inputs() {
    const Vector scales = column_rms(samples_.X);
    const double ratio = scales.maxCoeff() / scales.minCoeff();
    if (ratio > kBadlyScaled)
      conclude(fmt::format("columns of X differ in size by a factor of {:.2g}: under this noise, the samples do not "
                           "identify the rows of the small ones",
                           ratio),
               Remedy::none);
    else
      conclude("x is negligible compared with (Ax)^+: the network has no skip connection, or a tiny one",
               Remedy::regress);
  }

  void try_remedies_on(const Samples& samples) {
    // Few samples can be fitted by chance: then only a certified unit counts.
    const bool too_few = fit_.status == FitStatus::too_few_samples;
    for (const Trial& trial : kTrials) {
      const std::optional<FitOptions> changed = options_with(trial.remedy, options_);
      if (!changed || (too_few && trial.remedy == Remedy::robust)) continue;
      const Fit other = learn_(samples, *changed);
      const bool removes_misfit =
          trial.remedy != Remedy::robust && !too_few && reduces_noise(other) && !is_misfit(other);
      if (other.status != FitStatus::solved && !removes_misfit && (too_few || !is_exact(other))) continue;
      return conclude(fmt::format("{} {}{}", trial.what, success(other), trial.hint), trial.remedy);
    }
    if (too_few || fit_.remedy == Remedy::add_samples) return;
    conclude(relaxed_model_fits(samples, options_)
                 ? "with any linear skip connection the misfit disappears: the activation is leaky, or the skip "
                   "connection is not the identity"
                 : "no network with as many hidden neurons as inputs fits: the samples come from a wider or deeper "
                   "network, or from "
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
  if (fit.usable() || fit.status == FitStatus::too_few_samples || fit.status == FitStatus::rank_deficient)
    CauseSearch(samples, options, outliers, learn, fit).run();
}

}  // namespace resunit
