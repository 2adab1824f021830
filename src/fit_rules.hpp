// Rules of every fit, whether its samples are in memory or on disk.
#pragma once

#include "resunit/fit.hpp"

namespace resunit {

/// Throws OptionError where the start has a bias and the fit has none, or the other way round.
void require_start_of_the_same_kind(const FitOptions& options);

/// Says anew which rows are scale rows, after A has changed; nothing where nobody said it before.
void update_scale_rows(Fit& fit);

/// Calls a usable fit diverged where weights are beyond kLargestMagnitude, which no model file takes, or those of layer
/// 2 too small for a double: the columns were of too unlike sizes.
void refuse_weights_out_of_range(bool outputs_are_zero, Fit& fit);

}  // namespace resunit
