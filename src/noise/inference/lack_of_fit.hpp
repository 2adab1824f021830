// SPDX-License-Identifier: BSD-3-Clause
// Tests of the model; LackOfFit in resunit/fit_result.hpp states the threshold of each.
//     F = ((f - f_r) / kappa) / (f_r / nu),   f_r the loss of the relaxed model, kappa and nu as in relax.hpp     (N-F)
// Rates of false and true positives: docs/journal/noise_study.md.
#pragma once

#include "noise/inference/reweight.hpp"
#include "resunit/fit_result.hpp"

namespace resunit {

/// Significance level: p-values below it reject the null hypothesis.
inline constexpr double kSignificance = 1e-4;

/// The p-value of the linear model y = Wx against the unit.
double linear_p_value(const UnitSamples& samples, double linear_loss, double unit_loss);

/// `relaxed_loss`: the lowest loss in the search, for the outputs Y. F is not computed if the linear model is accepted:
/// the lines of the relaxed model then fit noise.
LackOfFit assess_fit(const UnitSamples& samples, const Reweighted& fit, double linear_p_value, double relaxed_loss,
                     std::uint64_t seed);

}  // namespace resunit
