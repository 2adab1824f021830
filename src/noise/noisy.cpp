// The whole method under noise on one screen: natural units, search, the loss that suits the noise, errors, judgement.
#include <fmt/format.h>

#include <algorithm>
#include <boost/math/distributions/students_t.hpp>
#include <cmath>
#include <utility>

#include "linalg/openblas.hpp"
#include "noise/lack_of_fit.hpp"
#include "noise/polish.hpp"
#include "noise/reweight.hpp"
#include "noise/search.hpp"
#include "noise/standardise.hpp"
#include "noise/uncertainty.hpp"
#include "parallel/underway.hpp"
#include "resunit/error.hpp"
#include "resunit/noise.hpp"
#include "resunit/options.hpp"

namespace resunit {
namespace {

constexpr double kDependent = 1e-9;    ///< singular values of X below this share of the largest count as zero
constexpr double kHardlyNoisy = 1e-6;  ///< sigma / rms(y) below which the last digits are polished
constexpr double kUnlikeOutputs = 30;  ///< ratio of lengths of outputs; at 10 the search begins to fail (docs/noise.md)
constexpr double kExactlyLinear = 1e-12;  ///< residual / rms(y) of plain regression that leaves nothing to bend

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

/// Plain regression, as a unit with A = 0.
VplmResult regress(const Samples& samples, const Basis& inputs) {
  VplmResult linear{.A = Matrix::Zero(samples.inputs(), samples.inputs())};
  linear.B = samples.Y.transpose() * inputs.Z * inputs.back;
  linear.loss =
      (samples.Y - samples.X * linear.B.transpose()).squaredNorm() / (2 * static_cast<double>(samples.count()));
  return linear;
}

struct Found {
  SearchResult search;
  double linear_p_value = 1;
};

/// The least-squares unit; plain regression where it fits as well.
Found find_unit(const Samples& samples, const Basis& inputs, const NoisyOptions& options,
                const std::optional<Matrix>& start, Stages& stages) {
  Found found;
  VplmResult linear = regress(samples, inputs);
  if (linear.loss > kExactlyLinear * kExactlyLinear * samples.outputs()) {
    found.search = search_unit(samples, inputs, options, start, stages);
    found.linear_p_value = linear_p_value(samples, linear.loss, found.search.fit.loss);
  }
  if (found.linear_p_value > kSurprise)
    found.search = {.fit = linear, .relaxed_loss = linear.loss, .expected_loss = linear.loss};
  return found;
}

Reweighted suit_the_noise(const Samples& samples, Unit unit, const NoisyOptions& options) {
  const double sigma = std::sqrt(noise_variance(samples, samples.Y - predict(unit, samples.X)));
  if (sigma < kHardlyNoisy) return as_it_is(samples, polish(samples, std::move(unit)));
  if (options.robust) return huber(samples, std::move(unit));
  if (options.reweight) return weigh_outputs(samples, std::move(unit));
  return as_it_is(samples, std::move(unit));
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
    add(fmt::format("lack of fit: F = {:.3g}, p = {:.2g} against V|Ux| + Wx; the outputs are not those of a unit",
                    facts.F, facts.p_value));
  if (facts.no_signal) add(fmt::format("R^2 = {:.3f} on samples held out: no better than the mean", facts.held_out_r2));
  if (facts.skip_not_identified)
    add(fmt::format(
        "rows of A have a median length of {:.3g}: x is negligible beside (Ax)^+, the scales of A and B are not "
        "determined",
        facts.median_row_of_A));
  if (fit.status == NoisyStatus::suspect) add("suspect: " + fit.reason);
}

/// Squares see the largest outputs only: the search may then miss what the small ones would tell.
void warn_of_unlike_outputs(const Samples& samples, NoisyFit& fit) {
  const auto sizes = samples.Y.colwise().stableNorm().eval();
  double smallest = sizes.maxCoeff();
  for (const double size : sizes)
    if (size > 0) smallest = std::min(smallest, size);
  if (sizes.maxCoeff() > kUnlikeOutputs * smallest)
    fit.warnings.push_back(
        fmt::format("the outputs differ in size by a factor of {:.2g}, and the largest decide: bring them to like size "
                    "(divide each column of Y by its deviation) and fit again",
                    sizes.maxCoeff() / smallest));
}

void judge_loss(const SearchResult& found, const Standardised& natural, NoisyFit& fit) {
  const double unit_of_loss = natural.output_scale * natural.output_scale;
  fit.expected_loss = found.expected_loss * unit_of_loss;
  const bool rounding = found.fit.loss <= kHardlyNoisy * kHardlyNoisy;
  fit.status = found.reached() || rounding ? NoisyStatus::fitted : NoisyStatus::suspect;
  fit.reason = fmt::format("least-squares loss {:.4g}, {} the {:.4g} that the relaxed model lets expect",
                           found.fit.loss * unit_of_loss, found.reached() ? "within" : "above", fit.expected_loss);
}

void learn(const Standardised& natural, const NoisyOptions& options, const std::optional<Unit>& start, Stages& stages,
           NoisyFit& fit) {
  const Samples samples = natural.samples;
  const Basis inputs = orthonormal_basis(samples.X, kDependent);
  if (refuse(samples, inputs, fit)) return;

  std::optional<Matrix> start_A;
  if (start) start_A = natural.scaled_layer1(start->A);
  const auto [found, linear_p] = find_unit(samples, inputs, options, start_A, stages);
  judge_loss(found, natural, fit);

  const Unit least_squares{.A = found.fit.A, .B = found.fit.B};
  const Reweighted best = stages.run("reweight", [&] { return suit_the_noise(samples, least_squares, options); });
  const double scale = natural.output_scale;
  const Matrix E = samples.Y - predict(best.unit, samples.X);
  fit.unit = natural.original(best.unit);
  fit.loss = scale * scale * E.squaredNorm() / (2 * static_cast<double>(samples.count()));
  fit.noise_std = scale * std::sqrt(noise_variance(samples, E));
  fit.degrees_of_freedom = residual_degrees(samples);
  fit.noise_covariance = scale * scale * best.noise_covariance;
  fit.reweighted = best.weighted;

  fit.lack_of_fit =
      stages.run("lack of fit", [&] { return judge_fit(samples, best, linear_p, found.relaxed_loss, options.seed); });
  if (samples.inputs() * samples.inputs() <= options.largest_covariance && E.squaredNorm() > 0)
    stages.run("standard errors", [&] {
      report_errors(samples, natural, best, options.sandwich || options.robust, fit);
      return 0;
    });
  warn(fit);
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
  if (usable(fit.status)) warn_of_unlike_outputs(samples, fit);
  fit.seconds = stages.seconds();
  return fit;
}

Matrix prediction_stderr(const Unit& unit, const Uncertainty& uncertainty, const MatrixView& X) {
  const Covariance& covariance = uncertainty.covariance;
  if (covariance.A.size() == 0) throw DataError("this fit has no standard errors");
  if (X.cols() != unit.inputs())
    throw DataError(fmt::format("X has {} columns, the unit {} inputs", X.cols(), unit.inputs()));
  if (covariance.input_scale.size() != unit.rows() || std::ssize(covariance.beta) != unit.outputs())
    throw DataError(fmt::format("the covariance is of a unit with {} rows and {} outputs, this one has {} and {}",
                                covariance.input_scale.size(), covariance.beta.size(), unit.rows(), unit.outputs()));
  const OneBlasThread guard;
  const Standardised natural{.input_scale = covariance.input_scale, .output_scale = covariance.output_scale};
  const Unit scaled{.A = natural.scaled_layer1(unit.A),
                    .B = unit.B * covariance.input_scale.asDiagonal() / covariance.output_scale};
  const Matrix inputs = extended_inputs(unit, X) * covariance.input_scale.cwiseInverse().asDiagonal();
  return covariance.output_scale * mean_stderr(covariance, scaled, inputs);
}

Matrix interval_half_width(const Unit& unit, const Uncertainty& uncertainty, const MatrixView& X, double level) {
  if (!(level > 0 && level < 1)) throw OptionError(fmt::format("level = {}, expected a value in (0, 1)", level));
  const boost::math::students_t student(std::max(1.0, uncertainty.degrees_of_freedom));
  return boost::math::quantile(student, (1 + level) / 2) * prediction_stderr(unit, uncertainty, X);
}

}  // namespace resunit
