// SPDX-License-Identifier: BSD-3-Clause
// Regression on tables: a small neural regressor with deterministic training, an alternative to linear regression.
//     yhat = W z + V (A z)^+,   z = [standardized x, 1],   A is k x (d+1),  W is m x (d+1),  V is m x k        (G)
// This is a residual unit on zero-padded inputs: for x' = [z; 0_k], the unit with A' = [0 0; A 0] and B = [W V]
// computes B[(A'x')^+ + x'] = yhat (docs/regression.md, `as_unit`).
//
//     resunit::Regression found = resunit::regress(X, Y);
//     resunit::Matrix yhat = resunit::predict(found.regressor, X_new);
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "resunit/columns.hpp"
#include "resunit/progress.hpp"
#include "resunit/table.hpp"
#include "resunit/types.hpp"
#include "resunit/unit.hpp"

namespace resunit {

/// Options of a regression.
struct RegressOptions {
  Index width = 0;         ///< k, hidden neurons of each member, >= 0; 0: selected on held-out rows
  int members = 0;         ///< number of networks that are averaged, >= 0; 0: 8, fewer on tables of less than 32 rows
  bool fast = false;       ///< two members of width 64, unless `members` and `width` are given: a third of the time, a
                           ///< few percent more error
  bool linear = false;     ///< linear least squares instead of networks; excludes `width`, `members` and `fast`
  std::uint64_t seed = 0;  ///< random seed; equal seeds give identical results
  int threads = 0;         ///< 0: all cores; the result has the same bits for any number of threads
  int folds = 0;           ///< folds of the cross-validation before the final fit, 2 <= folds <= n, or 0: 10 if the
                           ///< error estimate requires them (n <= 2000, or `linear`), otherwise none. The rows of a
                           ///< fold are selected by their content, not by their order; equal inputs share a fold
  Columns columns = {};    ///< column names for messages and for the regressor; may be empty
  Progress progress = {};
};

/// The scaling of the columns of a table: clipped to [low, high], then standardized as (x - mean) / scale.
struct Scaling {
  Vector low;
  Vector high;
  Vector mean;
  Vector scale;  ///< > 0

  [[nodiscard]] Index size() const { return mean.size(); }
};

/// The mean of several networks (G), which is again a network (G) whose width is the sum of their widths.
struct Regressor {
  Scaling inputs;   ///< d; clipped to the training range plus one standard deviation on both sides
  Scaling outputs;  ///< m; predictions are clipped to the training range
  Matrix A;         ///< k x (d+1), the last column is the bias
  Matrix W;         ///< m x (d+1)
  Matrix V;         ///< m x k
  Columns columns;
  InputRange input_range;  ///< of the training rows

  [[nodiscard]] Index input_count() const { return inputs.size(); }
  [[nodiscard]] Index output_count() const { return outputs.size(); }
  [[nodiscard]] Index width() const { return A.rows(); }
};

/// Predictions for each row of X (n x d): n x m, always finite. Throws DataError if X has a NaN or the wrong number of
/// columns.
[[nodiscard]] RESUNIT_API Matrix predict(const Regressor& regressor, const MatrixView& X);

/// The regressor as a residual unit with d+1+k inputs: for a row of `padded_inputs`, its first m outputs are the
/// standardized predictions before they are clipped, and the other outputs are zero.
[[nodiscard]] RESUNIT_API Unit as_unit(const Regressor& regressor);
[[nodiscard]] RESUNIT_API Matrix padded_inputs(const Regressor& regressor, const MatrixView& X);

/// Errors of predictions, for each target.
struct Score {
  Vector rmse;  ///< root mean square of yhat - y
  Vector mae;   ///< mean of |yhat - y|
  Vector r2;    ///< 1 - |yhat - y|^2 / |y - mean y|^2, mean y over all rows; NaN if y is constant
};
[[nodiscard]] RESUNIT_API Score score(const MatrixView& predicted, const MatrixView& outputs);

/// Scores of the rows of each fold, predicted by models trained on the other folds; pooled over folds.
struct CrossValidation {
  int folds = 0;          ///< 0: not run
  Score unit;             ///< of the regressor
  Score mean;             ///< of predicting the mean of the training rows
  Score linear;           ///< of linear least squares on the training rows (`RegressOptions::linear`)
  Vector r2_std;          ///< m, standard deviation over folds of the regressor's R2
  Vector r2_gain_stderr;  ///< m, standard error of unit.r2 - linear.r2, from the differences in the folds
  Matrix outputs;         ///< n x m, the prediction of each row by the regressor trained without its fold

  /// True if unit.r2 - linear.r2 exceeds two standard errors for target j.
  [[nodiscard]] RESUNIT_API bool better_than_linear(Index j) const;
};

/// The result of a regression.
struct Regression {
  Regressor regressor;
  Index width = 0;                    ///< k, hidden neurons of each member; 0 for a linear model
  int members = 0;                    ///< number of networks that are averaged; 1 for a linear model
  int dropped = 0;                    ///< number of networks not used: far larger held-out error than the others
  double penalty = 0;                 ///< ridge penalty lambda
  Vector held_out_rmse;               ///< m, estimated error on new rows; NaN if there are too few rows
  Vector held_out_stderr;             ///< m, standard error of held_out_rmse
  Vector target_std;                  ///< m, standard deviation of each target: the RMSE of predicting the mean
  CrossValidation cross_validation;   ///< run if RegressOptions::folds > 0, and always on small tables
  std::vector<std::string> warnings;  ///< problems that limit the use of the predictions
  std::vector<std::pair<std::string, double>> seconds;  ///< wall time of each stage, in order

  /// "explains 88% of the variance (± 2% over folds); 35% lower error than linear regression"; one sentence per target.
  [[nodiscard]] RESUNIT_API std::string verdict() const;
  /// True if a linear model is as accurate for every target, and better than the mean for at least one.
  [[nodiscard]] RESUNIT_API bool linear_is_sufficient() const;
  [[nodiscard]] RESUNIT_API std::string brief() const;  ///< one line
  [[nodiscard]] RESUNIT_API std::string full() const;   ///< the verdict, then scores, warnings and times
};

/// Trains a regressor on X (n x d) and Y (n x m), n >= 2. The weights do not depend on the order of the rows, bit for
/// bit; the predictions depend on the order of the columns only by rounding error. Throws DataError for data that
/// cannot be used (numbers that are not finite, a constant target, only constant inputs, or fewer rows than the given
/// folds or members) and OptionError for options out of range.
[[nodiscard]] RESUNIT_API Regression regress(const MatrixView& X, const MatrixView& Y,
                                             const RegressOptions& options = {});

/// A table divided into inputs and targets.
struct TableSplit {
  Matrix X;
  Matrix Y;
  Columns columns;
};

/// Divides a table into inputs and targets; `targets` are column numbers from 0. Throws DataError if two columns have
/// the same name, since columns are selected by name.
[[nodiscard]] RESUNIT_API TableSplit split_table(const Table& table, const std::vector<Index>& targets);

/// The input columns of a regressor, selected from a table by name; their order is arbitrary, and the table may contain
/// the targets as well. If the table or the regressor has no names, the columns must be in the order of training: the
/// inputs only or, for a regressor without names, all columns of the training table. Throws DataError with the columns
/// that are missing or unexpected.
[[nodiscard]] RESUNIT_API Matrix inputs_of(const Regressor& regressor, const Table& table);

/// The target columns of a regressor, selected from a table in the same way.
[[nodiscard]] RESUNIT_API Matrix targets_of(const Regressor& regressor, const Table& table);

}  // namespace resunit
