// SPDX-License-Identifier: BSD-3-Clause
#include "fit/assess.hpp"

#include <fmt/format.h>

#include <cmath>
#include <optional>
#include <string>
#include <utility>

#include "exact/tolerances.hpp"
#include "linalg/basis.hpp"
#include "linalg/norms.hpp"
#include "model/fit_options.hpp"
#include "model/make_suspect.hpp"
#include "model/unit_parts.hpp"
#include "noise/inference/dependence.hpp"
#include "resunit/metrics.hpp"

namespace resunit {
namespace {

constexpr double kAboveLinear = 1.05;  ///< largest plausible loss, relative to that of linear regression
constexpr double kAboveSubset = 2;     ///< largest plausible loss, relative to that of a random subset
constexpr double kNoiseless = 0.1;  ///< |E| / |Y| above this does not occur for noiseless samples of units with A >= 0
constexpr Index kSamplesPerWeight = 2;   ///< samples per weight of one output from which linear regression is compared
constexpr double kBaselineRank = 1e-12;  ///< singular values of [X, 1] below this, relative to the largest, are zero

/// |E| of linear regression with intercept.
double linear_residual(const Samples& samples) {
  Matrix F(samples.count(), samples.inputs() + 1);
  F << samples.X, Vector::Ones(samples.count());
  const Basis basis = orthonormal_basis(F, kBaselineRank);
  return length_of(samples.Y - basis.Z * (basis.Z.transpose() * samples.Y));
}

/// A ratio above one as a factor or as a percentage: "35 times", "12% above".
std::string multiple(double ratio) {
  if (ratio < 1.001) return "slightly above";
  return ratio < 2 ? fmt::format("{:.2g}% above", 100 * (ratio - 1)) : fmt::format("{:.3g} times", ratio);
}

/// Why the residual of a fit is too large; empty if it is not.
std::string implausible_residual(const Samples& samples, double residual, Method method) {
  const auto ratio = [&](double baseline) { return residual / baseline * (residual / baseline); };
  const double of_zero = ratio(length_of(samples.Y));
  if (of_zero > 1) return fmt::format("the training loss is {} that of predicting zero", multiple(of_zero));
  const bool enough = samples.count() >= kSamplesPerWeight * (samples.inputs() + 1);
  const double of_linear = enough ? ratio(linear_residual(samples)) : 0;
  if (of_linear > kAboveLinear)
    return fmt::format("the training loss is {} that of linear regression", multiple(of_linear));
  if (method == Method::lp && std::sqrt(of_zero) > kNoiseless)
    return fmt::format("the residual is {:.0f}% of |Y|, but method lp requires noiseless samples",
                       100 * std::sqrt(of_zero));
  return {};
}

void check_residual(const Samples& samples, Method requested, Fit& fit) {
  const double residual = length_of(samples.Y - forward(fit.unit, samples.X));
  const std::string defect = implausible_residual(samples, residual, fit.method);
  if (defect.empty()) return;
  make_suspect(defect + ": the weights do not describe the samples", fit);
  if (requested == Method::automatic || !kPaperMethods.include(requested)) return;
  fit.cause = fmt::format("method {} assumes {}: use method auto", to_string(fit.method),
                          fit.method == Method::sgd ? "enough epochs to converge" : "A >= 0 and enough samples");
  fit.remedy = Remedy::automatic;
}

/// The methods for noiseless samples fail on noisy ones.
void explain_failed_method(Method requested, Fit& fit) {
  if (requested != Method::exact && requested != Method::lp) return;
  if (fit.status != FitStatus::not_exact && fit.status != FitStatus::infeasible) return;
  fit.cause = fmt::format("method {} requires noiseless samples of a unit{}: use method auto", to_string(requested),
                          requested == Method::lp ? " with A >= 0" : "");
  fit.remedy = Remedy::automatic;
}

bool may_be_unrelated(const Fit& fit) {
  return fit.usable() || fit.status == FitStatus::not_exact || fit.status == FitStatus::infeasible;
}

void report_unrelated(double p_value, Fit& fit) {
  fit.status = FitStatus::unrelated;
  fit.reason = fmt::format(
      "no evidence that y depends on x (test of independence: p = {:.2g}): are the rows of X and Y in the same order?",
      p_value);
  fit.cause.clear();
  fit.remedy = Remedy::match_rows;
  fit.certificate = {};
  fit.uncertainty = {.lack_of_fit = fit.uncertainty.lack_of_fit};
}

}  // namespace

Outliers assess(const Samples& samples, const FitOptions& options, Fit& fit) {
  if (!may_be_unrelated(fit)) return {};
  explain_failed_method(options.method, fit);
  Matrix E;
  if (fit.usable()) {
    E = samples.Y - forward(fit.unit, samples.X, options.threads);
    if (length_of(E) <= kExactResidual * length_of(samples.Y)) return {};
  }
  if (const std::optional<double> p_value = unrelated_p_value(samples, options.seed)) report_unrelated(*p_value, fit);
  if (!fit.usable()) return {};
  Outliers outliers = dominant_outliers(E);
  if (!fit.uncertainty.robust || outliers.samples.empty()) {
    check_residual(samples, options.method, fit);
    if (!outliers.samples.empty()) make_suspect(describe(outliers, options.columns.first_number), fit);
  } else {
    check_residual(without(samples, outliers.samples), options.method,
                   fit);  // the robust loss is not meant to fit the outliers
  }
  return outliers;
}

void assess_subset(const Samples& subset, const FitOptions& options, Fit& fit) {
  assess(subset, options, fit);
  if (!fit.usable() || fit.method == Method::exact) return;
  const double loss = output_errors(forward(fit.unit, subset.X, options.threads), subset.Y).loss;
  if (fit.training_loss > kAboveSubset * loss)
    make_suspect(fmt::format("the training loss is {:.3g} times that of a random subset of {} samples: a few samples "
                             "dominate it: check them for outliers",
                             fit.training_loss / loss, subset.count()),
                 fit);
}

}  // namespace resunit
