// The whole method under noise on one screen: natural units, estimate, errors, judgement.
#include <fmt/format.h>

#include <cmath>
#include <utility>

#include "linalg/length.hpp"
#include "linalg/openblas.hpp"
#include "model/directions.hpp"
#include "noise/estimate.hpp"
#include "noise/lack_of_fit.hpp"
#include "noise/standardise.hpp"
#include "noise/uncertainty.hpp"
#include "parallel/underway.hpp"
#include "resunit/error.hpp"
#include "resunit/noise.hpp"
#include "resunit/options.hpp"

namespace resunit {
namespace {

constexpr double kDependent = 1e-9;  ///< singular values of X below this share of the largest count as zero

void require_fitting(const Unit& start, const Samples& samples) {
  validate(start);
  if (start.bias || start.rows() != samples.inputs() || start.outputs() != samples.outputs())
    throw OptionError(fmt::format("the start has {} inputs{} and {} outputs, the samples {} and {}", start.inputs(),
                                  start.bias ? ", a bias" : "", start.outputs(), samples.inputs(), samples.outputs()));
}

/// Why no unit can be told from these samples.
bool refuse(const Samples& samples, const Basis& inputs, NoisyFit& fit) {
  const Index n = samples.count(), d = samples.inputs();
  if (n < kFewestSamplesUnderNoise * d) {
    fit.status = NoisyStatus::too_few_samples;
    fit.reason = fmt::format("{} samples of {} inputs: telling noise from weights needs at least {}", n, d,
                             kFewestSamplesUnderNoise * d);
  } else if (n <= samples.outputs()) {
    fit.status = NoisyStatus::too_few_samples;
    fit.reason = fmt::format("{} samples of {} outputs: telling noise from weights needs more samples than outputs", n,
                             samples.outputs());
  } else if (inputs.rank() < d) {
    fit.status = NoisyStatus::rank_deficient;
    fit.reason = fmt::format("X has rank {}, below its {} columns: layer 1 is not determined", inputs.rank(), d);
  }
  return fit.status != NoisyStatus::not_run;
}

void report_errors(const Samples& samples, const Standardised& natural, const Reweighted& best, bool sandwich,
                   NoisyFit& fit) {
  fit.covariance = covariance_of(samples, best, sandwich);
  fit.covariance.input_scale = natural.input_scale;
  fit.covariance.output_scale = natural.output_scale;
  if (fit.covariance.A.size() == 0) {
    fit.warnings.push_back("the samples do not determine every weight of layer 1: no standard errors");
    return;
  }
  const StandardErrors errors = standard_errors(fit.covariance, best.unit.B);
  const Unit scaled = natural.original({.A = errors.A, .B = errors.B});
  fit.A_stderr = scaled.A;
  fit.B_stderr = scaled.B;
}

void warn(NoisyFit& fit) {
  const LackOfFit& facts = fit.lack_of_fit;
  const auto add = [&fit](std::string warning) { fit.warnings.push_back(std::move(warning)); };
  if (facts.linear)
    add(fmt::format("plain linear regression fits as well (p = {:.2g}): A = 0 is given", facts.linear_p_value));
  else if (facts.misfit)
    add(
        fmt::format("lack of fit: F = {:.3g}, p = {:.2g} against V|Ux| + Wx; the outputs are not those of a unit, "
                    "or their noise depends on x",
                    facts.F, facts.p_value));
  if (facts.no_signal) add(fmt::format("R^2 = {:.3f} on samples held out: no better than the mean", facts.held_out_r2));
  if (facts.skip_not_identified)
    add(fmt::format(
        "rows of A have a median length of {:.3g}: x is negligible beside (Ax)^+, the scales of A and B are not "
        "determined",
        facts.median_row_of_A));
  if (fit.status == NoisyStatus::suspect) add("suspect: " + fit.reason);
}

/// Repeated inputs tell of the noise, but not where neurons bend between them: other weights may fit as well.
bool repeat_themselves(const Samples& samples, NoisyFit& fit) {
  const Index enough = kFewestSamplesUnderNoise * samples.inputs();
  const auto different = std::ssize(informative_samples(samples.X, enough));
  if (different == enough) return false;
  fit.status = NoisyStatus::suspect;
  fit.reason = fmt::format(
      "the samples show only {} directions of x, below {}: other weights may fit them as well, and no standard errors "
      "are given",
      different, enough);
  return true;
}

bool leaves_rounding(const SearchResult& found) {
  return found.fit.loss <= kHardlyNoisy * kHardlyNoisy;
}

/// In units where inputs are of size 1, row j adds b_j x_j beside b_j (a_j x)^+: where the noise hides the first, the
/// second tells only the product of b_j and a_j.
void warn_of_lost_rows(const Reweighted& best, Index samples, NoisyFit& fit) {
  constexpr double kSeen = 10;  // standard deviations
  const double noise = std::sqrt(best.noise_covariance.diagonal().mean() / static_cast<double>(samples));
  std::vector<Index> lost;
  for (Index j = 0; j < best.unit.rows(); ++j)
    if (best.unit.B.col(j).norm() < kSeen * noise) lost.push_back(j + 1);
  if (!lost.empty() && !fit.lack_of_fit.skip_not_identified)
    fit.warnings.push_back(
        fmt::format("the noise hides x_j beside (a_j x)^+ in rows {}: their scales are hardly determined, and their "
                    "standard errors too small",
                    fmt::join(lost, ", ")));
}

/// T is for squares; clipped residuals are judged by F alone.
void judge_loss(const SearchResult& found, bool robust, NoisyFit& fit) {
  const bool rounding = leaves_rounding(found);
  fit.status = found.reached() || rounding || robust ? NoisyStatus::fitted : NoisyStatus::suspect;
  fit.reason = rounding ? "what the unit leaves is rounding"
                        : fmt::format("the loss is {:.4g} times the most that the relaxed model lets expect of a unit",
                                      found.fit.loss / found.expected_loss);
}

void learn(const Standardised& natural, const NoisyOptions& options, const std::optional<Unit>& start, Stages& stages,
           NoisyFit& fit) {
  const Samples samples = natural.samples;
  const Basis inputs = orthonormal_basis(samples.X, kDependent);
  if (refuse(samples, inputs, fit)) return;

  std::optional<Matrix> start_A;
  if (start) start_A = natural.scaled_layer1(start->A);
  const auto [found, linear_p, best] = estimate_unit(natural, inputs, options, start_A, stages);
  judge_loss(found, options.robust, fit);

  const auto scales = natural.output_scale.asDiagonal();
  const Matrix E = samples.Y - predict(best.unit, samples.X);
  fit.unit = natural.original(best.unit);
  fit.loss = natural.original_outputs(E).squaredNorm() / (2 * static_cast<double>(samples.count()));
  fit.noise_covariance = scales * best.noise_covariance * scales;
  fit.noise_std = length_of(scales * best.noise_covariance.diagonal().cwiseSqrt()) /
                  std::sqrt(static_cast<double>(samples.outputs()));
  fit.degrees_of_freedom = residual_degrees(samples);
  fit.reweighted = best.weighted && !best.alike;

  fit.lack_of_fit =
      stages.run("lack of fit", [&] { return judge_fit(samples, best, linear_p, found.relaxed_loss, options.seed); });
  const bool determined = !repeat_themselves(samples, fit);
  if (determined && samples.inputs() * samples.inputs() <= options.largest_covariance && E.squaredNorm() > 0)
    stages.run("standard errors", [&] {
      report_errors(samples, natural, best, options.sandwich || options.robust, fit);
      return 0;
    });
  warn(fit);
  if (!leaves_rounding(found) && !fit.lack_of_fit.linear) warn_of_lost_rows(best, samples.count(), fit);
}

}  // namespace

std::string_view to_string(NoisyStatus status) {
  switch (status) {
    case NoisyStatus::not_run: return "not run";
    case NoisyStatus::fitted: return "fitted";
    case NoisyStatus::suspect: return "suspect";
    case NoisyStatus::too_few_samples: return "too few samples";
    case NoisyStatus::rank_deficient: return "rank deficient";
  }
  return "unknown";
}

bool usable(NoisyStatus status) {
  return status == NoisyStatus::fitted || status == NoisyStatus::suspect;
}

NoisyFit learn_under_noise(const Samples& samples, const NoisyOptions& options, const std::optional<Unit>& start) {
  validate(options);
  validate(samples);
  if (start) require_fitting(*start, samples);
  const OneBlasThread guard;
  NoisyFit fit;
  Underway underway(options.progress);
  Stages stages(underway.reports());
  learn(standardise(samples), options, start, stages, fit);
  fit.seconds = stages.seconds();
  return fit;
}

}  // namespace resunit
