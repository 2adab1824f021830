// SPDX-License-Identifier: BSD-3-Clause
// A regression on validated data with validated options. Targets may be constant, as in cross-validation folds.
#pragma once

#include "resunit/regress.hpp"
#include "tables/data/ordering.hpp"

namespace resunit::regression {

/// The result without warnings. The held-out error is that of the members (ensemble.hpp), NaN for a linear model or if
/// fewer than kMinDistinctInputs groups of rows can be held out. A number of members above that of groups is reduced.
Regression learn(const MatrixView& X, const MatrixView& Y, const Ordering& order, const RegressOptions& options);

/// The same with the canonical order of X and Y.
Regression learn(const MatrixView& X, const MatrixView& Y, const RegressOptions& options);

/// Sets the held-out RMSE and its standard error from mean squared errors of standardized targets.
void set_held_out(const Vector& squares, const Vector& standard_errors, Regression& result);

}  // namespace resunit::regression
