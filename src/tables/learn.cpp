// SPDX-License-Identifier: BSD-3-Clause
// One fit: divide rows into blocks, standardize columns, train the members, stack them.
#include "tables/learn.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "model/columns.hpp"
#include "parallel/progress_scope.hpp"
#include "system/stopwatch.hpp"
#include "tables/data/blocks.hpp"
#include "tables/data/scaling.hpp"
#include "tables/ensemble/ensemble.hpp"
#include "tables/ensemble/stack.hpp"
#include "tables/linear.hpp"

namespace resunit::regression {
namespace {

constexpr double kInputMargin = 1;     ///< inputs are clipped to the training range, widened by one standard deviation
constexpr Index kGroupsPerMember = 4;  ///< minimum, unless the number of members is given
constexpr int kMembers = 8, kFastMembers = 2;
constexpr Index kFastWidth = 64;

/// The given number, otherwise 8 or, with `fast`, 2, and fewer for tables with few rows.
Index member_count(const RegressOptions& options, Index groups) {
  if (groups < kMinDistinctInputs) return 1;
  if (options.members > 0) return std::min<Index>(options.members, groups);
  return std::clamp<Index>(options.fast ? kFastMembers : kMembers, 2, groups / kGroupsPerMember);
}

Index block_count(Index members, Index groups) {
  if (groups < kMinDistinctInputs) return 1;
  return members == 1 ? kSingleBlocks : std::max(members, kMinBlocks);
}

Ensemble learn_networks(const MatrixView& X, const MatrixView& Y, const Ordering& order, const RegressOptions& options,
                        const Progress& progress, Regressor& regressor) {
  const Index members = member_count(options, order.group_count);
  const Division division = divide(order, block_count(members, order.group_count));
  Prepared prepared = prepare(X, Y, division.rows, order.columns, regressor.inputs, regressor.outputs);
  const EnsembleOptions ensemble_options{.members = static_cast<int>(members),
                                         .width = options.fast && options.width == 0 ? kFastWidth : options.width,
                                         .seed = options.seed,
                                         .threads = options.threads,
                                         .progress = progress};
  const auto train = members == 1 ? learn_single : learn_ensemble;
  Ensemble ensemble = train(prepared.rows, division.blocks, ensemble_options);
  stack(ensemble.networks, prepared.columns, X.cols(), regressor);
  return ensemble;
}

void set_ensemble(const Ensemble& ensemble, const Ordering& order, Regression& result) {
  result.width = ensemble.width;
  result.members = static_cast<int>(ensemble.networks.size());
  result.dropped = ensemble.dropped;
  result.penalty = ensemble.penalty;
  // Only groups are independent.
  const double rows_per_group = static_cast<double>(order.rows.size()) / static_cast<double>(order.group_count);
  set_held_out(ensemble.held_out, std::sqrt(rows_per_group) * ensemble.held_out_stderr, result);
}

void set_linear(Regression& result) {
  result.members = 1;
  const Vector unknown = Vector::Constant(result.regressor.output_count(), std::numeric_limits<double>::quiet_NaN());
  set_held_out(unknown, unknown, result);
}

}  // namespace

void set_held_out(const Vector& squares, const Vector& standard_errors, Regression& result) {
  const Vector& scale = result.regressor.outputs.scale;
  const Vector rmse = squares.cwiseSqrt();
  result.held_out_rmse = scale.cwiseProduct(rmse);
  // The derivative of the square root; an error of zero has no uncertainty.
  const Vector divisor = (rmse.array() == 0).select(1, 2 * rmse.array());
  result.held_out_stderr = scale.cwiseProduct(standard_errors.cwiseQuotient(divisor));
}

Regression learn(const MatrixView& X, const MatrixView& Y, const Ordering& order, const RegressOptions& options) {
  ProgressScope scope(options.progress);
  const Stopwatch whole;
  Regression result;
  Regressor& regressor = result.regressor;
  regressor.columns = options.columns;
  regressor.input_range = range_of(X);
  regressor.inputs = compute_scaling(X, order.rows, kInputMargin);
  regressor.outputs = compute_scaling(Y, order.rows, 0);
  result.target_std = regressor.outputs.scale;
  result.seconds.emplace_back("prepare", whole.seconds());

  const Stopwatch learning;
  if (options.linear) {
    learn_linear(X, Y, order.rows, regressor);
    set_linear(result);
  } else {
    set_ensemble(learn_networks(X, Y, order, options, scope.reports(), regressor), order, result);
  }
  result.seconds.emplace_back("learn", learning.seconds());
  return result;
}

Regression learn(const MatrixView& X, const MatrixView& Y, const RegressOptions& options) {
  return learn(X, Y, canonical_order(X, Y, options.seed), options);
}

}  // namespace resunit::regression
