// SPDX-License-Identifier: BSD-3-Clause
// Checks of every fit, in memory or out of core.
#pragma once

#include "resunit/fit_result.hpp"

namespace resunit {

/// Throws OptionError if options.start is given but does not match the samples: it must have the same numbers of inputs
/// and outputs, and a bias if and only if the fit has one.
void require_matching_start(const FitOptions& options, Index inputs, Index outputs);

/// Warns about options that differ from their defaults but have no effect on the method that auto selected. (With an
/// explicit method they are an error.)
void warn_about_options_without_effect(const FitOptions& options, Fit& fit);

/// Sets the status of a usable fit to diverged if weights exceed kLargestMagnitude, which model files do not support,
/// or if those of layer 2 underflow: the scales of the columns are too different.
void reject_weights_out_of_range(bool outputs_are_zero, Fit& fit);

}  // namespace resunit
