// SPDX-License-Identifier: BSD-3-Clause
// The whole regression: order rows, standardize columns, train the members, stack them.
#include "resunit/regress.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "linalg/openblas.hpp"
#include "parallel/progress_scope.hpp"
#include "resunit/error.hpp"
#include "system/stopwatch.hpp"
#include "tables/cross_validation.hpp"
#include "tables/data/scaling.hpp"
#include "tables/ensemble/ensemble.hpp"
#include "tables/ensemble/stack.hpp"
#include "tables/learn.hpp"
#include "tables/options.hpp"
#include "tables/validate.hpp"

namespace resunit {
namespace regression {
namespace {

constexpr double kInputMargin = 1;   ///< inputs are clipped to the training range, widened by one standard deviation
constexpr Index kRowsPerMember = 4;  ///< minimum; tables with few rows have fewer members
constexpr int kFastMembers = 2;
constexpr Index kFastWidth = 64;
constexpr Index kMinRowsForHoldout = 10;  ///< with fewer rows no rows are held out

Ensemble learn_networks(Rows& rows, const RegressOptions& options, const Progress& progress) {
  EnsembleOptions ensemble_options{.members = options.members,
                                   .width = options.width,
                                   .seed = options.seed,
                                   .threads = options.threads,
                                   .progress = progress};
  const Index max_members = rows.count() / kRowsPerMember;
  if (options.members == 1 || rows.count() < kMinRowsForHoldout) return learn_single(rows, ensemble_options);
  if (options.fast) ensemble_options.members = kFastMembers;
  if (options.fast && ensemble_options.width == 0) ensemble_options.width = kFastWidth;
  ensemble_options.members = static_cast<int>(std::clamp<Index>(ensemble_options.members, 2, max_members));
  return learn_ensemble(rows, ensemble_options);
}

void warn(const RegressOptions& options, const Ensemble& ensemble, Regression& result) {
  const Scaling& inputs = result.regressor.inputs;
  for (Index j = 0; j < inputs.size(); ++j)
    if (is_constant(inputs, j))
      result.warnings.push_back(fmt::format("{} is constant and was ignored", input_name(options.columns, j)));
  if (ensemble.held_out.hasNaN())
    result.warnings.push_back("too few rows to hold any out: the held-out error is unknown");
  if (ensemble.dropped > 0)
    result.warnings.push_back(
        fmt::format("{} of {} networks {} dropped: {} held-out error is far above that of the others", ensemble.dropped,
                    ensemble.dropped + std::ssize(ensemble.networks), ensemble.dropped == 1 ? "was" : "were",
                    ensemble.dropped == 1 ? "its" : "their"));
}

}  // namespace

Regression learn(const MatrixView& X, const MatrixView& Y, const RegressOptions& options) {
  ProgressScope scope(options.progress);
  const Stopwatch whole;
  const Ordering order = canonical_order(X, Y, options.seed);
  Regression result;
  Regressor& regressor = result.regressor;
  regressor.columns = options.columns;
  regressor.inputs = compute_scaling(X, order.rows, kInputMargin);
  regressor.outputs = compute_scaling(Y, order.rows, 0);
  Prepared prepared = prepare(X, Y, order, regressor.inputs, regressor.outputs);
  result.seconds.emplace_back("prepare", whole.seconds());

  const Stopwatch learning;
  const Ensemble ensemble = learn_networks(prepared.rows, options, scope.reports());
  stack(ensemble.networks, prepared.columns, X.cols(), regressor);
  result.width = ensemble.width;
  result.members = static_cast<int>(ensemble.networks.size());
  result.penalty = ensemble.penalty;
  result.held_out_rmse = regressor.outputs.scale.cwiseProduct(ensemble.held_out.cwiseMax(0.0).cwiseSqrt());
  result.target_std = regressor.outputs.scale;
  result.seconds.emplace_back("learn", learning.seconds());
  warn(options, ensemble, result);
  return result;
}

}  // namespace regression

Regression regress(const MatrixView& X, const MatrixView& Y, const RegressOptions& options) {
  validate(options);
  regression::require_learnable(X, Y, options.columns);
  const OneBlasThread guard;
  CrossValidation cross_validation;
  if (options.folds > 0) cross_validation = regression::cross_validate(X, Y, options);
  Regression result = regression::learn(X, Y, options);
  result.cross_validation = std::move(cross_validation);
  return result;
}

}  // namespace resunit
