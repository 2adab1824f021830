// SPDX-License-Identifier: BSD-3-Clause
// Method noisy: standardize, estimate, standard errors, lack of fit.
#include "noise/noisy.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "linalg/indexing.hpp"
#include "linalg/norms.hpp"
#include "model/bias.hpp"
#include "model/counted.hpp"
#include "model/directions.hpp"
#include "model/make_suspect.hpp"
#include "model/unit_parts.hpp"
#include "noise/inference/lack_of_fit.hpp"
#include "noise/inference/majority.hpp"
#include "noise/inference/uncertainty.hpp"
#include "noise/weighted_estimate.hpp"

namespace resunit {
namespace {

constexpr Index kSpareSamples = 2;  ///< on either side of a kink, beyond the number of weights

/// True if the samples are too few or X is rank deficient; sets status and reason.
bool reject_unsuitable_samples(const Samples& samples, const Basis& inputs, Fit& fit) {
  const Index n = samples.count(), d = samples.inputs();
  if (n < kFewestSamplesUnderNoise * d) {
    fit.status = FitStatus::too_few_samples;
    fit.reason = fmt::format("{} with {}: an estimate under noise requires at least {}", counted(n, "sample"),
                             counted(d, "input"), kFewestSamplesUnderNoise * d);
    fit.remedy = Remedy::add_samples;
  } else if (n <= samples.outputs()) {
    fit.status = FitStatus::too_few_samples;
    fit.reason = fmt::format("{} with {}: estimating the noise requires more samples than outputs",
                             counted(n, "sample"), counted(samples.outputs(), "output"));
    fit.remedy = Remedy::add_samples;
  } else if (inputs.rank() < d) {
    fit.status = FitStatus::rank_deficient;
    fit.reason = fmt::format("X has rank {} but {} columns: layer 1 is not identifiable", inputs.rank(), d);
  }
  return fit.status != FitStatus::not_run;
}

/// True if standard errors are to be computed; otherwise adds a warning, unless the option excludes them all.
bool covariance_is_small(Index weights, const NoisyOptions& options, Fit& fit) {
  constexpr double kCopies =
      5;  // of the covariance during its computation, the square of the number of weights of layer 1
  if (weights <= options.largest_covariance) return true;
  if (options.largest_covariance > 0)
    fit.warnings.push_back(fmt::format(
        "no standard errors were computed: layer 1 has {} weights, above option largest-covariance = {}; set "
        "it to {}, which requires {:.0f} MB of memory",
        weights, options.largest_covariance, weights, kCopies * sizeof(double) * std::pow(weights, 2) / 1e6));
  return false;
}

void require_more_samples(std::string reason, Fit& fit) {
  make_suspect(std::move(reason), fit);
  fit.remedy = Remedy::add_samples;
}

/// Standard errors above half of A are a warning; above the norms of most of its rows, a reason to suspect the fit.
void doubt_large_errors(const Matrix& errors, const Matrix& A, Fit& fit) {
  constexpr double kLargestRelativeError = 0.5;
  const double relative = errors.norm() / A.norm();
  std::string text = fmt::format(
      "the standard errors are {:.2g}% of A: these samples do not identify the weights; diagnose prints how many "
      "samples "
      "are required",
      100 * relative);
  if (most_rows_are_unknown(errors, A))
    require_more_samples(std::move(text), fit);
  else if (relative > kLargestRelativeError)
    fit.warnings.push_back(std::move(text));
}

/// True if most of the rows `others` have outputs within the range of those of the other samples, widened by its width:
/// as if their order had changed, not as if single numbers were wrong.
bool have_plausible_outputs(const Matrix& Y, const std::vector<Index>& others) {
  std::vector<bool> is_other(static_cast<std::size_t>(Y.rows()));
  for (const Index i : others) is_other[static_cast<std::size_t>(i)] = true;
  std::vector<Index> majority;
  for (Index i = 0; i < Y.rows(); ++i)
    if (!is_other[static_cast<std::size_t>(i)]) majority.push_back(i);
  const InputRange range = range_of(Matrix(Y(majority, kAll)));
  const Vector width = range.high - range.low;
  const InputRange wide{.low = range.low - width, .high = range.high + width};
  return 2 * rows_outside(wide, Matrix(Y(others, kAll))) < std::ssize(others);
}

/// A unit that describes half of the samples much better than all of them is not the one that was fitted.
void doubt_division(const UnitSamples& samples, const Reweighted& best, const Matrix& E, Fit& fit) {
  const Majority majority = find_majority(samples, best.unit.A.topRows(samples.neurons()), E);
  if (!is_divided(majority)) return;
  const auto others = std::ssize(majority.others);
  make_suspect(
      fmt::format("a unit describes {} of {} samples with {:.2g} times the noise of this fit: the others do not "
                  "belong to it, or the noise has heavy tails",
                  samples.count() - others, samples.count(), majority.noise),
      fit);
  if (have_plausible_outputs(samples.Y, majority.others)) {
    fit.cause = fmt::format(
        "the outputs of {} of {} samples do not belong to their inputs: are the rows of X and Y in the "
        "same order?",
        others, samples.count());
    fit.remedy = Remedy::match_rows;
  } else {
    fit.cause = "the noise has outliers or heavy tails: use the robust loss";
    fit.remedy = Remedy::robust;
  }
}

void report_errors(const UnitSamples& samples, const Standardized& standardized, const Reweighted& best, bool sandwich,
                   Fit& fit) {
  Uncertainty& uncertainty = fit.uncertainty;
  uncertainty.covariance = covariance_of(samples, best, sandwich);
  uncertainty.covariance.input_scale = standardized.input_scale;
  uncertainty.covariance.output_scale = standardized.output_scale;
  if (uncertainty.covariance.A.size() == 0) {
    std::string reason = "not every weight of layer 1 is identifiable: no standard errors are reported";
    if (uncertainty.lack_of_fit.linear)
      fit.warnings.push_back(std::move(reason));
    else
      require_more_samples(reason + "; add samples", fit);
    return;
  }
  const StandardErrors errors = standard_errors(uncertainty.covariance, best.unit.B);
  if (!uncertainty.lack_of_fit.linear) doubt_large_errors(errors.A, best.unit.A, fit);
  const Unit scaled = standardized.original({.A = errors.A, .B = errors.B});
  uncertainty.A_stderr = scaled.A;
  uncertainty.B_stderr = scaled.B;
}

void warn(Fit& fit) {
  const LackOfFit& facts = fit.uncertainty.lack_of_fit;
  const auto add = [&fit](std::string warning) { fit.warnings.push_back(std::move(warning)); };
  const auto doubt = [&fit](std::string reason) { make_suspect(std::move(reason), fit); };
  if (facts.linear)
    add(fmt::format("linear regression fits equally well (p = {:.2g}): A = 0 is returned", facts.linear_p_value));
  else if (facts.p_value < kSignificance)
    doubt(fmt::format(
        "lack of fit: F = {:.3g}, p = {:.2g} (F-test against the relaxed model V|Ux| + Wx); the samples do not "
        "come from a unit, or the noise depends on x",
        facts.F, facts.p_value));
  if (facts.residual_p_value < kSignificance && !(facts.p_value < kSignificance))
    doubt(fmt::format(
        "lack of fit: the residuals depend on products and squares of the inputs (p = {:.2g}); the samples do not come "
        "from a {}",
        facts.residual_p_value, facts.linear ? "linear model" : "unit"));
  if (facts.no_signal)
    doubt(fmt::format(
        "R^2 = {:.3f} on held-out samples: the predictions are no better than the mean of the outputs; check that the "
        "rows of X and Y belong together",
        facts.held_out_r2));
  if (facts.skip_not_identified)
    doubt(fmt::format(
        "the rows of A have a median norm of {:.3g}: x is negligible compared with (Ax)^+, and the scales of A and B "
        "are not identifiable",
        facts.median_row_of_A));
}

void warn_about_growing_noise(const NoisyOptions& options, Fit& fit) {
  const NoiseGrowth& growth = fit.uncertainty.noise_growth;
  if (growth.detected && !growth.weighted && !options.sandwich)
    fit.warnings.push_back(
        fmt::format("the noise grows with |x| (p = {:.2g}), and the samples were not weighted: standard errors are too "
                    "small without option reweight or sandwich",
                    growth.p_value));
}

/// Repeated inputs carry information on the noise, but not on kinks between them: other weights may fit equally well.
void doubt_few_directions(Index directions, Index enough, Fit& fit) {
  make_suspect(fmt::format("the samples have only {} distinct directions of x, at least {} are required: other weights "
                           "may fit equally well, and no standard errors are reported",
                           directions, enough),
               fit);
}

/// The weights of a neuron are identified by the samples on which it is active, its kink by those on which it is not.
/// With fewer samples than weights on one side, the covariance does not describe its error.
void doubt_one_sided_rows(const UnitSamples& samples, const Reweighted& best, Fit& fit) {
  const Index n = samples.count(), enough = samples.inputs() + kSpareSamples;
  const Matrix S = samples.X * best.unit.A.topRows(samples.neurons()).transpose();
  std::vector<Index> rows;
  for (Index j = 0; j < S.cols(); ++j) {
    const Index active = (S.col(j).array() > 0).count();
    if (std::min(active, n - active) < enough) rows.push_back(j + 1);
  }
  if (!rows.empty())
    require_more_samples(fmt::format("{} {}: fewer than {} of {} samples on one side of the kink: the weights are not "
                                     "identifiable, and the standard errors are too small; add samples on that side",
                                     rows.size() == 1 ? "row" : "rows", fmt::join(rows, ", "), enough, n),
                         fit);
}

/// For standardized inputs, row j adds b_j x_j + b_j (a_j x)^+ to the outputs. If the first term is barely
/// detectable under the noise, the second one identifies only the product of b_j and a_j.
void warn_about_unidentified_scales(const Reweighted& best, const UnitSamples& samples, Fit& fit) {
  constexpr double kDetectable = 10;  // smallest |b_j|, in standard deviations of the mean noise over the samples
  const double noise = std::sqrt(best.noise_covariance.diagonal().mean() / static_cast<double>(samples.count()));
  std::vector<Index> unidentified;
  for (Index j = 0; j < samples.neurons(); ++j)
    if (best.unit.B.col(j).norm() < kDetectable * noise) unidentified.push_back(j + 1);
  if (!unidentified.empty() && !fit.uncertainty.lack_of_fit.skip_not_identified)
    fit.warnings.push_back(fmt::format(
        "{} {}: the contribution of x_j is close to the noise level: the norm of a_j is poorly identifiable, "
        "and its reported standard errors are too small; more samples would help",
        unidentified.size() == 1 ? "row" : "rows", fmt::join(unidentified, ", ")));
}

/// Status and reason by the expected bound T. For the robust loss, T is that of the clipped outputs.
void assess_loss(const Estimate& estimate, Fit& fit) {
  const SearchResult& found = estimate.search;
  const bool rounding = estimate.is_rounding_error();
  fit.status = found.reached() || rounding ? FitStatus::solved : FitStatus::suspect;
  fit.reason = rounding ? "the residual is at the level of rounding error"
                        : fmt::format("the loss is {:.4g} × the bound expected for samples of a unit{}",
                                      found.fit.loss / found.expected_loss,
                                      fit.status == FitStatus::suspect ? "; a better minimum may exist" : "");
}

/// Noise and loss of the samples before weighting.
void describe_noise(const WeightedEstimate& found, const UnitSamples& samples, const Matrix& E, Fit& fit) {
  const auto scales = found.standardized.output_scale.asDiagonal();
  const Reweighted& best = found.estimate.best;
  const Matrix residuals = found.standardized.original_outputs(Matrix(found.levels.asDiagonal() * E));
  fit.training_loss = residuals.squaredNorm() / (2 * static_cast<double>(samples.count()));
  Uncertainty& uncertainty = fit.uncertainty;
  uncertainty.noise_covariance = scales * best.noise_covariance * scales;
  uncertainty.noise_std = length_of(scales * best.noise_covariance.diagonal().cwiseSqrt()) /
                          std::sqrt(static_cast<double>(samples.outputs()));
  uncertainty.degrees_of_freedom = residual_degrees(samples);
  uncertainty.reweighted = best.weighted && !best.homoscedastic;
  uncertainty.noise_growth = found.growth;
}

void learn(const Samples& original, const FitOptions& options, const std::optional<Unit>& start, Stages& stages,
           Fit& fit) {
  Standardized standardized = standardize(original);
  const Basis inputs = orthonormal_basis(standardized.samples.X, kDependent);
  if (reject_unsuitable_samples(standardized.samples, inputs, fit)) return;

  std::optional<Matrix> start_A;
  if (start) start_A = start->A;
  const WeightedEstimate found = estimate_weighted(original, std::move(standardized), inputs, options, start_A, stages);
  const Estimate& estimate = found.estimate;
  const Reweighted& best = estimate.best;
  const UnitSamples samples(found.standardized.samples, options.bias);
  assess_loss(estimate, fit);

  const Matrix E = samples.Y - forward(best.unit, samples.X);
  fit.unit = found.standardized.original(best.unit);
  describe_noise(found, samples, E, fit);
  Uncertainty& uncertainty = fit.uncertainty;
  uncertainty.robust = options.noise.robust;
  uncertainty.lack_of_fit = stages.run("lack of fit", [&] {
    return assess_fit(samples, best, estimate.linear_p_value, estimate.search.relaxed_loss, options.seed);
  });
  warn(fit);
  warn_about_growing_noise(options.noise, fit);
  const Index enough = kFewestSamplesUnderNoise * samples.inputs();
  const auto directions = std::ssize(informative_samples(samples.X, enough));
  if (directions < enough) return doubt_few_directions(directions, enough, fit);
  if (E.squaredNorm() > 0 && covariance_is_small(samples.layer1_weights(), options.noise, fit))
    stages.run("standard errors", [&] {
      const bool sandwich = options.noise.sandwich || options.noise.robust || found.depends_on_x;
      report_errors(samples, found.standardized, best, sandwich, fit);
      return 0;
    });
  if (estimate.is_rounding_error() || uncertainty.lack_of_fit.linear) return;
  doubt_one_sided_rows(samples, best, fit);
  if (!options.noise.robust) doubt_division(samples, best, E, fit);
  warn_about_unidentified_scales(best, samples, fit);
}

}  // namespace

bool most_rows_are_unknown(const Matrix& errors, const Matrix& A) {
  const Vector of_errors = errors.rowwise().norm(), of_rows = A.rowwise().norm();
  return 2 * (of_errors.array() > of_rows.array()).count() > A.rows();
}

Fit learn_noisy(const Samples& samples, const FitOptions& options, const std::optional<Unit>& start) {
  Fit fit{.method = Method::noisy};
  Stages stages(options.progress);
  const bool biased = options.bias != Bias::none;
  learn(biased ? without_constant_output(samples) : samples, options, start, stages, fit);
  if (biased && fit.usable()) fit.unit = with_constant_output(std::move(fit.unit));
  fit.seconds = stages.seconds();
  return fit;
}

}  // namespace resunit
