// k-fold cross-validation beside the mean and least squares in the same folds.
#include <fmt/format.h>

#include <cmath>
#include <limits>

#include "regress/door.hpp"
#include "regress/learn.hpp"
#include "regress/linear.hpp"
#include "regress/ordering.hpp"
#include "resunit/error.hpp"
#include "resunit/options.hpp"
#include "resunit/regress.hpp"

namespace resunit {
namespace {

/// Rows by their place in canonical order: fold f is a consecutive part of it.
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

/// The caller sees one bar for all folds.
Progress of_fold(const Progress& progress, int folds, int f) {
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
  const Matrix X_training = X(fold.training, Eigen::all), Y_training = Y(fold.training, Eigen::all);
  const Matrix X_test = X(fold.test, Eigen::all);
  const Regression found = regression::learn(X_training, Y_training, options);
  all.unit(fold.test, Eigen::all) = predict(found.regressor, X_test);
  all.linear(fold.test, Eigen::all) = regression::predict_linear(X_training, Y_training, X_test);
  for (const Index i : fold.test) all.mean.row(i) = found.regressor.outputs.mean.transpose();
}

}  // namespace

Score score(const MatrixView& predicted, const MatrixView& outputs) {
  if (predicted.rows() != outputs.rows() || predicted.cols() != outputs.cols())
    throw DataError(fmt::format("the predictions are {} x {}, the outputs {} x {}", predicted.rows(), predicted.cols(),
                                outputs.rows(), outputs.cols()));
  const Index m = outputs.cols();
  Score result{.rmse = Vector(m), .mae = Vector(m), .r2 = Vector(m)};
  for (Index j = 0; j < m; ++j) {
    // In units of the range: squares of 1e-200 must not vanish.
    const double low = outputs.col(j).minCoeff(), range = outputs.col(j).maxCoeff() - low;
    const double unit = range > 0 ? range : 1;
    const Eigen::ArrayXd error = (predicted.col(j) - outputs.col(j)).array() / unit;
    const Eigen::ArrayXd value = (outputs.col(j).array() - low) / unit;
    const double variance = (value - value.mean()).square().mean();
    result.rmse(j) = unit * std::sqrt(error.square().mean());
    result.mae(j) = unit * error.abs().mean();
    result.r2(j) = range > 0 ? 1 - error.square().mean() / variance : std::numeric_limits<double>::quiet_NaN();
  }
  return result;
}

CrossValidation cross_validate(const MatrixView& X, const MatrixView& Y, int folds, const RegressOptions& options) {
  validate(options);
  regression::require_learnable(X, Y, options.columns);
  if (folds < 2) throw OptionError(fmt::format("folds = {}, expected at least 2", folds));
  if (X.rows() < folds) throw DataError(fmt::format("{} rows are fewer than {} folds", X.rows(), folds));
  const std::vector<Index> order = regression::canonical_order(X, Y, options.seed).rows;
  Predictions all{
      .unit = Matrix(Y.rows(), Y.cols()), .mean = Matrix(Y.rows(), Y.cols()), .linear = Matrix(Y.rows(), Y.cols())};
  for (int f = 0; f < folds; ++f) {
    RegressOptions here = options;
    here.progress = of_fold(options.progress, folds, f);
    predict_fold(X, Y, make_fold(order, folds, f), here, all);
  }
  return {.folds = folds,
          .unit = score(all.unit, Y),
          .mean = score(all.mean, Y),
          .linear = score(all.linear, Y),
          .outputs = std::move(all.unit)};
}

}  // namespace resunit
