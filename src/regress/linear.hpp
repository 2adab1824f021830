// Least squares, the baseline of every table.
#pragma once

#include "resunit/types.hpp"

namespace resunit::regression {

/// Predictions for X_new of the least-squares fit of Y on [X, 1]. Columns may be constant, dependent, and of any scale:
/// the smallest solution in standard units is taken.
Matrix predict_linear(const MatrixView& X, const MatrixView& Y, const MatrixView& X_new);

}  // namespace resunit::regression
