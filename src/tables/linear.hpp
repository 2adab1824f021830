// SPDX-License-Identifier: BSD-3-Clause
// Least squares, the baseline for every table.
#pragma once

#include "resunit/types.hpp"

namespace resunit::regression {

/// Predictions for X_new of the least-squares fit of Y on [X, 1]. Columns may be constant, linearly dependent, and of
/// any scale: the minimum-norm solution of the standardized problem is used.
Matrix predict_linear(const MatrixView& X, const MatrixView& Y, const MatrixView& X_new);

}  // namespace resunit::regression
