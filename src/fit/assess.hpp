// SPDX-License-Identifier: BSD-3-Clause
// Checks of a fit by any method, as a careful statistician would make them: do the outputs depend on the inputs, does
// the unit describe them better than zero and than linear regression, does a handful of samples carry the loss?
#pragma once

#include "noise/inference/outliers.hpp"
#include "resunit/fit_result.hpp"
#include "resunit/samples.hpp"

namespace resunit {

/// Sets status unrelated or suspect, warnings, cause and remedy; returns outliers that dominate the loss. `samples`
/// without the constant input of a bias. Fits to rounding error are not changed.
Outliers assess(const Samples& samples, const FitOptions& options, Fit& fit);

/// The same for a fit out of core, from a random subset of the samples. The status is also suspect if the loss over all
/// samples is more than twice that of the subset: then outliers elsewhere carry it.
void assess_subset(const Samples& subset, const FitOptions& options, Fit& fit);

}  // namespace resunit
