// SPDX-License-Identifier: BSD-3-Clause
// Validation of tables at the public entry point.
#pragma once

#include "resunit/regress.hpp"

namespace resunit::regression {

/// Throws DataError unless X and Y are finite and have the same number of rows n >= 2, no target is constant, and
/// at least one input is not constant.
void require_learnable(const MatrixView& X, const MatrixView& Y, const Columns& columns);

/// "the target 'y'", or "column 1 of Y" without names.
std::string target_name(const Columns& columns, Index column);

}  // namespace resunit::regression
