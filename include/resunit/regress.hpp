// SPDX-License-Identifier: BSD-3-Clause
// Regression on tables: a deterministic small neural regressor, in the place of linear regression or a small network.
//     yhat = W z + V (A z)^+,   z = [standardized x, 1],   A is k x (d+1),  W is m x (d+1),  V is m x k        (G)
// This is the residual unit on zero-padded input: on x' = [z; 0_k] the unit with A' = [0 0; A 0] and B = [W V] gives
// B[(A'x')^+ + x'] = yhat (docs/regression.md, `as_unit`).
//
//     resunit::Regression found = resunit::regress(X, Y);
//     resunit::Matrix yhat = resunit::predict(found.regressor, X_new);
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "resunit/progress.hpp"
#include "resunit/table.hpp"
#include "resunit/types.hpp"
#include "resunit/unit.hpp"

namespace resunit {

/// Which columns of a table are inputs and targets.
struct Columns {
  std::vector<std::string> inputs;   ///< names; empty if the table has no header
  std::vector<std::string> targets;  ///< names; empty if the table has no header
  std::vector<Index> target_at;      ///< where the targets stand among all columns, from 0; empty if unknown
};

struct RegressOptions {
  Index width = 0;         ///< k of each member, >= 0; 0: chosen on held-out rows
  int members = 8;         ///< networks that are averaged, >= 1
  bool fast = false;       ///< two members of width 64 (or as asked): a third of the time, a few percent more error
  std::uint64_t seed = 0;  ///< of random directions and of the division of rows
  int threads = 0;         ///< 0: all cores. The result has the same bits for any number
  int folds = 0;           ///< cross-validation before the final fit, 0 (none) or 2 <= folds <= n; the rows of a fold
                           ///< are selected by their content, not by their order
  Columns columns = {};    ///< names for messages and for the regressor; may be empty
  Progress progress = {};
};

/// Columns of a table that are clipped to [low, high], then standardized: (x - mean) / scale.
struct Scaling {
  Vector low;
  Vector high;
  Vector mean;
  Vector scale;  ///< > 0

  [[nodiscard]] Index size() const { return mean.size(); }
};

/// The mean of several networks (G) is one network of their joint width: this one.
struct Regressor {
  Scaling inputs;   ///< d; training range plus one standard deviation on both sides
  Scaling outputs;  ///< m; predictions stay in the training range
  Matrix A;         ///< k x (d+1), the last column is the bias
  Matrix W;         ///< m x (d+1)
  Matrix V;         ///< m x k
  Columns columns;

  [[nodiscard]] Index input_count() const { return inputs.size(); }
  [[nodiscard]] Index output_count() const { return outputs.size(); }
  [[nodiscard]] Index width() const { return A.rows(); }
};

/// Predictions for each row of X (n x d): n x m, always finite. Throws DataError for NaN and for a wrong number of
/// columns.
[[nodiscard]] RESUNIT_API Matrix predict(const Regressor& regressor, const MatrixView& X);

/// The same function as a residual unit on D = d+1+k inputs: its first m outputs for a row of `padded_inputs` are the
/// standardized predictions before they are clipped, the others are zero.
[[nodiscard]] RESUNIT_API Unit as_unit(const Regressor& regressor);
[[nodiscard]] RESUNIT_API Matrix padded_inputs(const Regressor& regressor, const MatrixView& X);

/// How a model predicts rows it has not seen, by target.
struct Score {
  Vector rmse;  ///< root of the mean square of yhat - y
  Vector mae;   ///< mean of |yhat - y|
  Vector r2;    ///< 1 - |yhat - y|^2 / |y - mean y|^2, the mean of all rows; NaN where y is constant
};
[[nodiscard]] RESUNIT_API Score score(const MatrixView& predicted, const MatrixView& outputs);

/// Scores on the rows of each fold by models trained on the others, pooled over folds.
struct CrossValidation {
  int folds = 0;   ///< 0: not run
  Score unit;      ///< the regressor
  Score mean;      ///< the mean of the training rows
  Score linear;    ///< least squares on the training rows
  Matrix outputs;  ///< n x m, the regressor's prediction of each row by the model that has not seen it
};

/// All that is known of a regression.
struct Regression {
  Regressor regressor;
  Index width = 0;                    ///< k of each member
  int members = 0;                    ///< networks in the mean
  double penalty = 0;                 ///< lambda
  Vector held_out_rmse;               ///< m, estimated on rows that members have not seen; NaN for very few rows
  Vector target_std;                  ///< m, what predicting the mean would leave
  CrossValidation cross_validation;   ///< where RegressOptions::folds asks for it
  std::vector<std::string> warnings;  ///< what a user should know before trusting the predictions
  std::vector<std::pair<std::string, double>> seconds;  ///< wall time by stage, in order

  [[nodiscard]] RESUNIT_API std::string brief() const;  ///< one line
  [[nodiscard]] RESUNIT_API std::string full() const;   ///< a paragraph with scores, warnings and times
};

/// X is n x d, Y is n x m, n >= 2. The order of rows does not change a bit of the weights, the order of columns none
/// but that of rounding in the predictions. Throws DataError for what cannot be learned from (not finite, a constant
/// target, no column that varies) and OptionError for options out of range.
[[nodiscard]] RESUNIT_API Regression regress(const MatrixView& X, const MatrixView& Y,
                                             const RegressOptions& options = {});

/// A table divided into inputs and targets.
struct TableSplit {
  Matrix X;
  Matrix Y;
  Columns columns;
};

/// `targets` counts columns from 0. Throws DataError where two columns have one name, for then names choose none.
[[nodiscard]] RESUNIT_API TableSplit split_table(const Table& table, const std::vector<Index>& targets);

/// The columns of a table that a regressor takes, by name in any order; its targets may be there too. A table, or a
/// regressor, without names must have the columns in the order of training: inputs alone, or for a regressor without
/// names also the whole training table. Throws DataError that names what is missing or too much.
[[nodiscard]] RESUNIT_API Matrix inputs_of(const Regressor& regressor, const Table& table);

/// The columns of a table that a regressor predicts, found likewise.
[[nodiscard]] RESUNIT_API Matrix targets_of(const Regressor& regressor, const Table& table);

}  // namespace resunit
