// SPDX-License-Identifier: BSD-3-Clause
#include "tables/cross_validation.hpp"

#include <fmt/format.h>

#include "linalg/indexing.hpp"
#include "resunit/error.hpp"
#include "tables/data/ordering.hpp"
#include "tables/learn.hpp"
#include "tables/linear.hpp"

namespace resunit::regression {
namespace {

/// Training and test rows; fold f tests consecutive rows of the canonical order.
struct Fold {
  std::vector<Index> training;
  std::vector<Index> test;
};

Fold make_fold(const std::vector<Index>& order, int folds, int f) {
  const auto n = static_cast<Index>(order.size());
  const Index begin = f * n / folds, end = (f + 1) * n / folds;
  Fold fold;
  for (Index r = 0; r < n; ++r)
    (r >= begin && r < end ? fold.test : fold.training).push_back(order[static_cast<std::size_t>(r)]);
  return fold;
}

/// Reports the progress of a fold under the stage "fold 2 of 5".
Progress fold_progress(const Progress& progress, int folds, int f) {
  if (!progress) return {};
  return [&progress, folds, f](std::string_view, double fraction) {
    progress(fmt::format("fold {} of {}", f + 1, folds), fraction);
  };
}

struct Predictions {
  Matrix unit, mean, linear;
};

void predict_fold(const MatrixView& X, const MatrixView& Y, const Fold& fold, const RegressOptions& options,
                  Predictions& all) {
  const Matrix X_training = X(fold.training, kAll), Y_training = Y(fold.training, kAll);
  const Matrix X_test = X(fold.test, kAll);
  const Regression found = learn(X_training, Y_training, options);
  all.unit(fold.test, kAll) = predict(found.regressor, X_test);
  all.linear(fold.test, kAll) = predict_linear(X_training, Y_training, X_test);
  for (const Index i : fold.test) all.mean.row(i) = found.regressor.outputs.mean.transpose();
}

}  // namespace

CrossValidation cross_validate(const MatrixView& X, const MatrixView& Y, const RegressOptions& options) {
  const int folds = options.folds;
  if (X.rows() < folds)
    throw DataError(fmt::format("{} folds require at least {} rows, the table has {}", folds, folds, X.rows()));
  const std::vector<Index> order = canonical_order(X, Y, options.seed).rows;
  Predictions all{
      .unit = Matrix(Y.rows(), Y.cols()), .mean = Matrix(Y.rows(), Y.cols()), .linear = Matrix(Y.rows(), Y.cols())};
  for (int f = 0; f < folds; ++f) {
    RegressOptions here = options;
    here.progress = fold_progress(options.progress, folds, f);
    predict_fold(X, Y, make_fold(order, folds, f), here, all);
  }
  return {.folds = folds,
          .unit = score(all.unit, Y),
          .mean = score(all.mean, Y),
          .linear = score(all.linear, Y),
          .outputs = std::move(all.unit)};
}

}  // namespace resunit::regression
