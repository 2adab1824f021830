// Is the unit the right model? Facts that answer, each with its limit: LackOfFit in resunit/noise.hpp.
//     F = ((f - f_r) / kappa) / (f_r / nu),   f_r the loss of the relaxed model, kappa and nu as in relax.hpp     (N-F)
// How often it alarms on units and on other data: docs/noise.md.
#pragma once

#include "noise/reweight.hpp"
#include "resunit/noise.hpp"

namespace resunit {

/// p-values below this are taken for more than chance.
inline constexpr double kSurprise = 1e-4;

/// Of y = Wx against the unit: is there anything to bend?
double linear_p_value(const Samples& samples, double linear_loss, double unit_loss);

/// `relaxed_loss`: the lowest met in the search, on the samples as they are. Where the samples are linear the relaxed
/// model fits noise with lines that mean nothing, and F is not asked.
LackOfFit judge_fit(const Samples& samples, const Reweighted& fit, double linear_p_value, double relaxed_loss,
                    std::uint64_t seed);

}  // namespace resunit
