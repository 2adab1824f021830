// SPDX-License-Identifier: BSD-3-Clause
#include "tables/cross_validation.hpp"

#include <fmt/format.h>

#include <cmath>

#include "linalg/indexing.hpp"
#include "tables/data/blocks.hpp"
#include "tables/data/scaling.hpp"
#include "tables/learn.hpp"

namespace resunit::regression {
namespace {

constexpr int kAutomaticFolds = 10;  ///< with 5 the error of a steep learning curve is overestimated by up to 30%

/// Training and test rows.
struct Fold {
  std::vector<Index> training;
  std::vector<Index> test;
};

Fold make_fold(const Division& division, int f) {
  const Span block = division.blocks.block(f);
  Fold fold;
  for (Index i = 0; i < std::ssize(division.rows); ++i)
    (i >= block.begin && i < block.end ? fold.test : fold.training)
        .push_back(division.rows[static_cast<std::size_t>(i)]);
  return fold;
}

/// Reports the progress of a fold under the stage "fold 2 of 5".
Progress fold_progress(const Progress& progress, int folds, int f) {
  if (!progress) return {};
  return [&progress, folds, f](std::string_view, double fraction) {
    progress(fmt::format("fold {} of {}", f + 1, folds), fraction);
  };
}

/// The rows in canonical order: sums over them do not depend on the order of the table.
Matrix in_order(const MatrixView& M, const Ordering& order) {
  return M(order.rows, kAll);
}

/// Mean squared errors of each target after division by its standard deviation `scale`.
Vector mean_squares(const MatrixView& predicted, const MatrixView& Y, const Vector& scale) {
  const Matrix error = (predicted - Y) * scale.cwiseInverse().asDiagonal();
  return error.colwise().squaredNorm().transpose() / static_cast<double>(Y.rows());
}

/// The predictions of all folds, and mean squared errors of standardized targets: folds x m.
struct Predictions {
  Matrix unit, mean, linear;
  Matrix unit_errors, linear_errors;
  Vector error_on_all_rows;
};

/// The table, its rows in canonical order, and the scale of its targets.
struct WholeTable {
  const MatrixView& X;
  const MatrixView& Y;
  Matrix X_in_order, Y_in_order;  ///< empty for large tables, whose error on all rows is not required
  Vector scale;
};

/// Trains on the training rows of fold f, and predicts its test rows.
void predict_fold(const WholeTable& table, const Fold& fold, int f, const RegressOptions& options, Predictions& all) {
  const MatrixView &X = table.X, &Y = table.Y;
  const Matrix X_training = X(fold.training, kAll), Y_training = Y(fold.training, kAll);
  const Matrix X_test = X(fold.test, kAll), Y_test = Y(fold.test, kAll);
  const Ordering order = canonical_order(X_training, Y_training, options.seed);
  RegressOptions linear = options;
  linear.linear = true;
  const Regressor unit = learn(X_training, Y_training, order, options).regressor;
  const Regressor line = options.linear ? unit : learn(X_training, Y_training, order, linear).regressor;
  const Matrix by_unit = predict(unit, X_test), by_line = predict(line, X_test);
  all.unit(fold.test, kAll) = by_unit;
  all.linear(fold.test, kAll) = by_line;
  for (const Index i : fold.test) all.mean.row(i) = unit.outputs.mean.transpose();
  all.unit_errors.row(f) = mean_squares(by_unit, Y_test, table.scale).transpose();
  all.linear_errors.row(f) = mean_squares(by_line, Y_test, table.scale).transpose();
  if (table.X_in_order.size() == 0) return;
  const double share = static_cast<double>(fold.test.size()) / static_cast<double>(X.rows());
  all.error_on_all_rows += share * mean_squares(predict(unit, table.X_in_order), table.Y_in_order, table.scale);
}

/// Standard deviation of each column.
Vector deviations(const Matrix& values) {
  const Matrix centered = values.rowwise() - values.colwise().mean();
  return (centered.colwise().squaredNorm() / static_cast<double>(values.rows() - 1)).cwiseSqrt().transpose();
}

/// The factor of the standard deviation over folds that gives the standard error of a mean over folds. Training sets
/// overlap, so that it is larger than sqrt(1/K) (Nadeau and Bengio, Machine Learning 52, 2003).
double standard_error_factor(int folds) {
  return std::sqrt(1.0 / folds + 1.0 / (folds - 1));
}

}  // namespace

int fold_count(const RegressOptions& options, const Ordering& order) {
  if (options.folds > 0) return options.folds;
  const bool estimates_by_folds = options.linear || std::ssize(order.rows) <= kLargestSmallTable;
  return estimates_by_folds && order.group_count >= kMinDistinctInputs ? kAutomaticFolds : 0;
}

FoldResults cross_validate(const MatrixView& X, const MatrixView& Y, const Ordering& order,
                           const RegressOptions& options, int folds) {
  const Division division = divide(order, folds);
  WholeTable table{
      .X = X, .Y = Y, .X_in_order = {}, .Y_in_order = {}, .scale = compute_scaling(Y, order.rows, 0).scale};
  if (X.rows() <= kLargestSmallTable) {
    table.X_in_order = in_order(X, order);
    table.Y_in_order = in_order(Y, order);
  }
  const Matrix rows(Y.rows(), Y.cols()), errors(folds, Y.cols());
  Predictions all{.unit = rows,
                  .mean = rows,
                  .linear = rows,
                  .unit_errors = errors,
                  .linear_errors = errors,
                  .error_on_all_rows = Vector::Zero(Y.cols())};
  for (int f = 0; f < folds; ++f) {
    RegressOptions here = options;
    here.progress = fold_progress(options.progress, folds, f);
    predict_fold(table, make_fold(division, f), f, here, all);
  }
  const Matrix outputs = in_order(Y, order);
  FoldResults results{
      .scores = {.folds = folds,
                 .unit = score(in_order(all.unit, order), outputs),
                 .mean = score(in_order(all.mean, order), outputs),
                 .linear = score(in_order(all.linear, order), outputs),
                 .r2_std = deviations(all.unit_errors),
                 .r2_gain_stderr = standard_error_factor(folds) * deviations(all.linear_errors - all.unit_errors),
                 .outputs = std::move(all.unit)}};
  if (X.rows() <= kLargestSmallTable) results.error_on_all_rows = all.error_on_all_rows;
  return results;
}

void set_held_out(const MatrixView& X, const MatrixView& Y, const Ordering& order, const FoldResults& folds,
                  Regression& result) {
  const Vector& scale = result.target_std;
  const auto n = static_cast<double>(Y.rows()), groups = static_cast<double>(order.group_count);
  const Matrix outputs = in_order(Y, order);
  const Matrix errors = in_order(folds.scores.outputs, order) - outputs;
  const Matrix squares = (errors * scale.cwiseInverse().asDiagonal()).array().square();
  const Vector cross = squares.colwise().mean().transpose();
  Matrix sums = Matrix::Zero(order.group_count, Y.cols());
  for (std::size_t r = 0; r < order.rows.size(); ++r)
    sums.row(order.groups[r]) += squares.row(static_cast<Index>(r)) - cross.transpose();
  const double overlap_inflation = folds.scores.folds * std::pow(standard_error_factor(folds.scores.folds), 2);
  const Vector variance =
      sums.colwise().squaredNorm().transpose() * (overlap_inflation * groups / (groups - 1) / (n * n));
  Vector estimate = cross;
  if (folds.error_on_all_rows.size() > 0) {
    const Vector training = mean_squares(predict(result.regressor, in_order(X, order)), outputs, scale);
    const double share = 1 - 1.0 / folds.scores.folds;
    estimate = (cross + training - folds.error_on_all_rows).cwiseMax(share * cross).cwiseMin(cross);
  }
  const Vector ratio = estimate.cwiseQuotient((cross.array() == 0).select(1, cross));
  set_held_out(estimate, variance.cwiseSqrt().cwiseProduct(ratio), result);
}

}  // namespace resunit::regression
