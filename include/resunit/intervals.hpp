// SPDX-License-Identifier: BSD-3-Clause
// Standard errors and confidence intervals of predictions, from the covariance of a fit by method noisy.
//     resunit::Matrix error = resunit::prediction_stderr(fit, X);     // 95% interval: predict(fit, X) +- 1.96 error
#pragma once

#include "resunit/fit_result.hpp"
#include "resunit/types.hpp"

namespace resunit {

/// The standard error of the mean prediction, for each row of X and each output: n x m. A new observation also has the
/// noise of its output. Throws DataError if the fit has no covariance or X has the wrong number of columns.
[[nodiscard]] RESUNIT_API Matrix prediction_stderr(const Fit& fit, const MatrixView& X);

/// Half the width of the confidence interval of the mean prediction at level `level` in (0, 1), by Student's t
/// distribution: n x m.
[[nodiscard]] RESUNIT_API Matrix interval_half_width(const Fit& fit, const MatrixView& X, double level);

}  // namespace resunit
