// SPDX-License-Identifier: BSD-3-Clause
// k-fold cross-validation of the whole fit, compared with the mean and with least squares on the same folds, and the
// estimate of the prediction error from it:
//     e = e_cv + e_all - sum_f n_f/n e_f,   limited to [(1 - 1/K) e_cv, e_cv]                             (G-folds)
// e_cv: mean squared error of each row by the model trained without its fold;  e_all: of the final model on its
// training rows;  e_f: of the model trained without fold f, on all rows. The difference corrects for the fact that a
// fold trains on fewer rows than the final model (Burman, Biometrika 76, 1989). For a model that interpolates its
// training rows, e is the lower limit.
#pragma once

#include "resunit/regress.hpp"
#include "tables/data/ordering.hpp"

namespace resunit::regression {

/// Largest number of rows for which the error estimate always comes from cross-validation: the held-out error of the
/// members, by which their penalty and width are selected, is too small on such tables (docs/regression.md).
inline constexpr Index kLargestSmallTable = 2000;

/// The number of folds: as given or, for small tables and for linear models, 10; 0 if there are too few rows.
int fold_count(const RegressOptions& options, const Ordering& order);

struct FoldResults {
  CrossValidation scores;
  Vector error_on_all_rows;  ///< m, sum_f n_f/n e_f of standardized targets; empty for large tables: no correction
};

/// Requires 2 <= folds <= order.group_count.
FoldResults cross_validate(const MatrixView& X, const MatrixView& Y, const Ordering& order,
                           const RegressOptions& options, int folds);

/// Sets the held-out error of the result from its folds, (G-folds). Its variance is that of a mean over independent
/// groups of rows, times 1 + K/(K - 1) because training sets overlap (Nadeau and Bengio, Machine Learning 52, 2003).
void set_held_out(const MatrixView& X, const MatrixView& Y, const Ordering& order, const FoldResults& folds,
                  Regression& result);

}  // namespace resunit::regression
