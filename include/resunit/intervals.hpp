// SPDX-License-Identifier: BSD-3-Clause
// Standard errors and intervals of predictions, from the covariance of a fit under noise.
//     resunit::Matrix error = resunit::prediction_stderr(fit, X);     // 95% interval: predict(fit, X) +- 1.96 error
#pragma once

#include "resunit/fit_result.hpp"
#include "resunit/types.hpp"

namespace resunit {

/// The standard error of the mean prediction, for each row of X and each output: n x m. (A new observation also has
/// noise_std.) Throws DataError where the fit has no covariance.
[[nodiscard]] RESUNIT_API Matrix prediction_stderr(const Fit& fit, const MatrixView& X);

/// Half the width of an interval that holds the mean prediction with probability `level`, by Student's t: n x m.
[[nodiscard]] RESUNIT_API Matrix interval_half_width(const Fit& fit, const MatrixView& X, double level);

}  // namespace resunit
