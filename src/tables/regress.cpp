// SPDX-License-Identifier: BSD-3-Clause
// The whole regression: cross-validation, the fit to all rows, the estimate of its error, and warnings.
#include "resunit/regress.hpp"

#include <fmt/format.h>

#include "linalg/median.hpp"
#include "linalg/openblas.hpp"
#include "model/columns.hpp"
#include "parallel/progress_scope.hpp"
#include "resunit/error.hpp"
#include "system/stopwatch.hpp"
#include "tables/cross_validation.hpp"
#include "tables/data/ordering.hpp"
#include "tables/data/scaling.hpp"
#include "tables/learn.hpp"
#include "tables/options.hpp"
#include "tables/validate.hpp"

namespace resunit {
namespace regression {
namespace {

/// Dropping a member is normal: its rows included outliers, or its descent failed. If more than this share is dropped,
/// the errors of the members differ so much that the choice of rows changes the result.
constexpr double kLargestDroppedShare = 0.25;

constexpr double kOutlier = 1000;  ///< robust standard deviations from the median: beyond those of heavy-tailed targets

std::string distinct_rows_text(const Ordering& order) {
  const auto n = std::ssize(order.rows);
  if (order.group_count == n) return fmt::format("the table has {}", n);
  return fmt::format("the table has {}: its other {} rows repeat their inputs", order.group_count,
                     n - order.group_count);
}

/// Throws DataError if the given numbers of folds or members exceed what the table supports.
void require_enough_rows(const RegressOptions& options, const Ordering& order) {
  if (order.group_count < options.folds)
    throw DataError(fmt::format("{0} folds require at least {0} rows{1}, {2}", options.folds,
                                order.group_count < std::ssize(order.rows) ? " with different inputs" : "",
                                distinct_rows_text(order)));
  const Index needed = std::max<Index>(options.members, kMinDistinctInputs);
  if (options.members > 1 && order.group_count < needed)
    throw DataError(fmt::format("{} members require at least {} rows{}, {}", options.members, needed,
                                order.group_count < std::ssize(order.rows) ? " with different inputs" : "",
                                distinct_rows_text(order)));
}

void warn_about_rows(const Ordering& order, Regression& result) {
  const Index n = std::ssize(order.rows), repeated = n - order.distinct_inputs;
  if (repeated > 0)
    result.warnings.push_back(fmt::format(
        "{} of {} rows {} the inputs of another row; {}", repeated, n, repeated == 1 ? "repeats" : "repeat",
        order.group_count < n
            ? "rows with equal inputs are held out together, so that errors are those for new inputs"
            : fmt::format("there are only {} different inputs, so that errors are those for the same inputs",
                          order.distinct_inputs)));
  if (result.held_out_rmse.hasNaN())
    result.warnings.push_back("too few rows to hold any out: the held-out error is unknown");
}

/// Targets so far from the others that they are more likely mistyped than noise.
void warn_about_outliers(const MatrixView& Y, const Columns& columns, Regression& result) {
  for (Index j = 0; j < Y.cols(); ++j) {
    const double center = median(Y.col(j));
    const Vector distance = (Y.col(j).array() - center).abs();
    const double deviation = kMadToStd * median(distance);
    Index row = 0;
    const double largest = distance.maxCoeff(&row);
    if (deviation > 0 && largest > kOutlier * deviation)
      result.warnings.push_back(fmt::format(
          "{} is {:.4g} in row {}, {:.2g} robust standard deviations from the median {:.4g}: check this value",
          target_name(columns, j), Y(row, j), row + columns.first_number, largest / deviation, center));
  }
}

void warn(const RegressOptions& options, const Ordering& order, Regression& result) {
  const Scaling& inputs = result.regressor.inputs;
  for (Index j = 0; j < inputs.size(); ++j)
    if (is_constant(inputs, j))
      result.warnings.push_back(fmt::format("{} is constant and was ignored", input_name(options.columns, j)));
  warn_about_rows(order, result);
  const int trained = result.members + result.dropped;
  if (result.dropped > kLargestDroppedShare * trained)
    result.warnings.push_back(fmt::format(
        "{} of {} networks were dropped: their held-out errors are far above those of the others; check the "
        "table for outliers",
        result.dropped, trained));
}

/// The steps after validation.
Regression cross_validate_and_learn(const MatrixView& X, const MatrixView& Y, const Ordering& order,
                                    const RegressOptions& options) {
  const Stopwatch stopwatch;
  const int fold_count = regression::fold_count(options, order);
  if (fold_count == 0) return learn(X, Y, order, options);
  FoldResults folds = cross_validate(X, Y, order, options, fold_count);
  const double seconds = stopwatch.seconds();
  Regression result = learn(X, Y, order, options);
  result.seconds.insert(result.seconds.begin(), {"cross-validation", seconds});
  if (order.group_count >= kMinDistinctInputs) set_held_out(X, Y, order, folds, result);
  result.cross_validation = std::move(folds.scores);
  return result;
}

}  // namespace
}  // namespace regression

Regression regress(const MatrixView& X, const MatrixView& Y, const RegressOptions& options) {
  validate(options);
  regression::require_learnable(X, Y, options.columns);
  const OneBlasThread guard;
  const regression::Ordering order = regression::canonical_order(X, Y, options.seed);
  regression::require_enough_rows(options, order);
  Regression result = regression::cross_validate_and_learn(X, Y, order, options);
  regression::warn(options, order, result);
  regression::warn_about_outliers(Y, options.columns, result);
  return result;
}

}  // namespace resunit
