// SPDX-License-Identifier: BSD-3-Clause
// k-fold cross-validation, compared with the mean and with least squares on the same folds.
#pragma once

#include "resunit/regress.hpp"

namespace resunit::regression {

/// Requires 2 <= options.folds <= n. The rows of a fold are selected by their content, not by their order.
CrossValidation cross_validate(const MatrixView& X, const MatrixView& Y, const RegressOptions& options);

}  // namespace resunit::regression
