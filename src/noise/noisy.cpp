// SPDX-License-Identifier: BSD-3-Clause
// Method noisy: standardize, estimate, standard errors, lack of fit.
#include "noise/noisy.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cmath>
#include <utility>

#include "linalg/norms.hpp"
#include "model/directions.hpp"
#include "model/unit_parts.hpp"
#include "noise/estimate.hpp"
#include "noise/inference/lack_of_fit.hpp"
#include "noise/inference/uncertainty.hpp"
#include "noise/standardize.hpp"

namespace resunit {
namespace {

constexpr double kDependent = 1e-9;  ///< singular values of X below this, relative to the largest, count as zero

/// True if the samples are too few or X is rank deficient; sets status and reason.
bool reject_unsuitable_samples(const Samples& samples, const Basis& inputs, Fit& fit) {
  const Index n = samples.count(), d = samples.inputs();
  if (n < kFewestSamplesUnderNoise * d) {
    fit.status = FitStatus::too_few_samples;
    fit.reason = fmt::format("{} samples with {} inputs: an estimate under noise requires at least {}", n, d,
                             kFewestSamplesUnderNoise * d);
  } else if (n <= samples.outputs()) {
    fit.status = FitStatus::too_few_samples;
    fit.reason = fmt::format("{} samples with {} outputs: estimating the noise requires more samples than outputs", n,
                             samples.outputs());
  } else if (inputs.rank() < d) {
    fit.status = FitStatus::rank_deficient;
    fit.reason = fmt::format("X has rank {} but {} columns: layer 1 is not identifiable", inputs.rank(), d);
  }
  return fit.status != FitStatus::not_run;
}

void report_errors(const Samples& samples, const Standardized& standardized, const Reweighted& best, bool sandwich,
                   Fit& fit) {
  Uncertainty& uncertainty = fit.uncertainty;
  uncertainty.covariance = covariance_of(samples, best, sandwich);
  uncertainty.covariance.input_scale = standardized.input_scale;
  uncertainty.covariance.output_scale = standardized.output_scale;
  if (uncertainty.covariance.A.size() == 0) {
    fit.warnings.push_back("not every weight of layer 1 is identifiable: no standard errors are reported");
    return;
  }
  const StandardErrors errors = standard_errors(uncertainty.covariance, best.unit.B);
  const Unit scaled = standardized.original({.A = errors.A, .B = errors.B});
  uncertainty.A_stderr = scaled.A;
  uncertainty.B_stderr = scaled.B;
}

void warn(Fit& fit) {
  const LackOfFit& facts = fit.uncertainty.lack_of_fit;
  const auto add = [&fit](std::string warning) { fit.warnings.push_back(std::move(warning)); };
  if (facts.linear)
    add(fmt::format("linear regression fits equally well (p = {:.2g}): A = 0 is returned", facts.linear_p_value));
  else if (facts.misfit)
    add(fmt::format(
        "lack of fit: F = {:.3g}, p = {:.2g} (F-test against the relaxed model V|Ux| + Wx); the samples do not "
        "come from a unit, or the noise depends on x",
        facts.F, facts.p_value));
  if (facts.no_signal)
    add(fmt::format("R^2 = {:.3f} on held-out samples: the predictions are no better than the mean of the outputs",
                    facts.held_out_r2));
  if (facts.skip_not_identified)
    add(fmt::format(
        "the rows of A have a median norm of {:.3g}: x is negligible compared with (Ax)^+, and the scales of A and B "
        "are not identifiable",
        facts.median_row_of_A));
  if (fit.status == FitStatus::suspect) add("suspect: " + fit.reason);
}

/// True, with status suspect, if there are too few distinct directions of x. Repeated inputs carry information on the
/// noise, but not on kinks between them: other weights may fit equally well.
bool has_too_few_directions(const Samples& samples, Fit& fit) {
  const Index enough = kFewestSamplesUnderNoise * samples.inputs();
  const auto directions = std::ssize(informative_samples(samples.X, enough));
  if (directions == enough) return false;
  fit.status = FitStatus::suspect;
  fit.reason = fmt::format(
      "the samples have only {} distinct directions of x, at least {} are required: other weights may fit equally "
      "well, and no standard errors are reported",
      directions, enough);
  return true;
}

/// True if noise, if any, cannot be distinguished from rounding errors.
bool residual_is_rounding_error(const SearchResult& found) {
  return found.fit.loss <= kNegligibleNoise * kNegligibleNoise;
}

/// For standardized inputs, row j adds b_j x_j + b_j (a_j x)^+ to the outputs. If the first term is barely
/// detectable under the noise, the second one identifies only the product of b_j and a_j.
void warn_about_unidentified_scales(const Reweighted& best, Index samples, Fit& fit) {
  constexpr double kDetectable = 10;  // smallest |b_j|, in standard deviations of the mean noise over the samples
  const double noise = std::sqrt(best.noise_covariance.diagonal().mean() / static_cast<double>(samples));
  std::vector<Index> unidentified;
  for (Index j = 0; j < best.unit.rows(); ++j)
    if (best.unit.B.col(j).norm() < kDetectable * noise) unidentified.push_back(j + 1);
  if (!unidentified.empty() && !fit.uncertainty.lack_of_fit.skip_not_identified)
    fit.warnings.push_back(
        fmt::format("{} {}: the contribution of x_j is barely detectable under the noise; the scale of the row is "
                    "barely identifiable, and its standard errors are too small",
                    unidentified.size() == 1 ? "row" : "rows", fmt::join(unidentified, ", ")));
}

/// Status and reason by the expected bound T, which is for least squares: robust fits are assessed by F only.
void assess_loss(const SearchResult& found, bool robust, Fit& fit) {
  const bool rounding = residual_is_rounding_error(found);
  fit.status = found.reached() || rounding || robust ? FitStatus::solved : FitStatus::suspect;
  fit.reason = rounding ? "the residual is at the level of rounding error"
                        : fmt::format("the loss is {:.4g} × the bound expected for samples of a unit{}",
                                      found.fit.loss / found.expected_loss,
                                      fit.status == FitStatus::suspect ? "; a better minimum may exist" : "");
}

void learn(const Standardized& standardized, const FitOptions& options, const std::optional<Unit>& start,
           Stages& stages, Fit& fit) {
  const Samples samples = standardized.samples;
  const Basis inputs = orthonormal_basis(samples.X, kDependent);
  if (reject_unsuitable_samples(samples, inputs, fit)) return;

  std::optional<Matrix> start_A;
  if (start) start_A = standardized.scaled_layer1(start->A);
  const Estimate estimate = estimate_unit(standardized, inputs, options, start_A, stages);
  const SearchResult& found = estimate.search;
  const Reweighted& best = estimate.best;
  assess_loss(found, options.noise.robust, fit);

  const auto scales = standardized.output_scale.asDiagonal();
  const Matrix E = samples.Y - forward(best.unit, samples.X);
  Uncertainty& uncertainty = fit.uncertainty;
  fit.unit = standardized.original(best.unit);
  fit.training_loss = standardized.original_outputs(E).squaredNorm() / (2 * static_cast<double>(samples.count()));
  uncertainty.noise_covariance = scales * best.noise_covariance * scales;
  uncertainty.noise_std = length_of(scales * best.noise_covariance.diagonal().cwiseSqrt()) /
                          std::sqrt(static_cast<double>(samples.outputs()));
  uncertainty.degrees_of_freedom = residual_degrees(samples);
  uncertainty.reweighted = best.weighted && !best.homoscedastic;

  uncertainty.lack_of_fit = stages.run("lack of fit", [&] {
    return assess_fit(samples, best, estimate.linear_p_value, found.relaxed_loss, options.seed);
  });
  const bool identifiable = !has_too_few_directions(samples, fit);
  if (identifiable && samples.inputs() * samples.inputs() <= options.noise.largest_covariance && E.squaredNorm() > 0)
    stages.run("standard errors", [&] {
      report_errors(samples, standardized, best, options.noise.sandwich || options.noise.robust, fit);
      return 0;
    });
  warn(fit);
  if (!residual_is_rounding_error(found) && !uncertainty.lack_of_fit.linear)
    warn_about_unidentified_scales(best, samples.count(), fit);
  if (uncertainty.lack_of_fit.misfit) fit.status = FitStatus::suspect;
}

}  // namespace

Fit learn_noisy(const Samples& samples, const FitOptions& options, const std::optional<Unit>& start) {
  Fit fit{.method = Method::noisy};
  Stages stages(options.progress);
  learn(standardize(samples), options, start, stages, fit);
  fit.seconds = stages.seconds();
  return fit;
}

}  // namespace resunit
