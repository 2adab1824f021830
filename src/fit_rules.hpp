// Rules of every fit, whether its samples are in memory or on disk.
#pragma once

#include "resunit/fit.hpp"

namespace resunit {

/// Throws OptionError where the start, if there is one, is no unit for these samples: it must have their inputs and
/// outputs, and a bias if the fit has one.
void require_fitting_start(const FitOptions& options, Index inputs, Index outputs);

/// Says anew which rows are scale rows, after A has changed; nothing where nobody said it before.
void update_scale_rows(Fit& fit);

/// Calls a usable fit diverged where weights are beyond kLargestMagnitude, which no model file takes, or those of layer
/// 2 too small for a double: the columns were of too unlike sizes.
void refuse_weights_out_of_range(bool outputs_are_zero, Fit& fit);

}  // namespace resunit
