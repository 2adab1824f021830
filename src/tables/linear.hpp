// SPDX-License-Identifier: BSD-3-Clause
// Least squares: the baseline for every table, and the model of `--linear`.
#pragma once

#include "resunit/regress.hpp"

namespace resunit::regression {

/// Sets W to the least-squares fit of Y on [X, 1] for the scalings of the regressor, summed over the rows `order` in
/// that order; there are no hidden neurons. Columns may be constant, linearly dependent, and of any scale: the
/// minimum-norm solution of the standardized problem is used.
void learn_linear(const MatrixView& X, const MatrixView& Y, const std::vector<Index>& order, Regressor& regressor);

}  // namespace resunit::regression
