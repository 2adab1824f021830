// SPDX-License-Identifier: BSD-3-Clause
// A regression on validated data with validated options. Targets may be constant, as in cross-validation folds.
#pragma once

#include "resunit/regress.hpp"

namespace resunit::regression {

Regression learn(const MatrixView& X, const MatrixView& Y, const RegressOptions& options);

}  // namespace resunit::regression
