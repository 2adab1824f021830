// SPDX-License-Identifier: BSD-3-Clause
#include <limits>

#include "tables/ensemble/ensemble.hpp"
#include "tables/ensemble/held_out.hpp"
#include "tables/ensemble/relevance.hpp"
#include "tables/ensemble/threads.hpp"

namespace resunit::regression {
namespace {

constexpr Index kWidth = 64;
constexpr int kStepsWithoutHoldout = 50;  ///< number of steps if no rows are held out

/// With too few rows to hold any out: the median of kPenalties.
Ensemble learn_without_holdout(const Rows& rows, PathTask task, ProgressTicker& ticker) {
  task.training = {{0, rows.count()}};
  const double lambda = kPenalties[kPenalties.size() / 2];
  Path path(rows, task, ticker);
  path.set_penalty(lambda);
  path.descend(kStepsWithoutHoldout);
  return {.networks = {path.network()},
          .width = task.width,
          .penalty = lambda,
          .held_out = Vector::Constant(rows.outputs(), std::numeric_limits<double>::quiet_NaN()),
          .held_out_stderr = Vector::Constant(rows.outputs(), std::numeric_limits<double>::quiet_NaN())};
}

}  // namespace

Ensemble learn_single(Rows& rows, const Blocks& blocks, const EnsembleOptions& options) {
  const Span held_out = blocks.block(blocks.count() - 1);
  ProgressTicker ticker(options.progress, "network", 3 * kMemberTicks);
  const PathTask task{.training = blocks.without_last(kPathRows),
                      .width = options.width > 0 ? options.width : kWidth,
                      .seed = options.seed,
                      .threads = Threads(rows.count(), options.threads).on_rows};
  if (blocks.count() == 1) return learn_without_holdout(rows, task, ticker);

  const Member pilot = train_member(rows, task, {held_out}, {}, ticker);
  const Vector scale = relevance(rows, pilot.at(pilot.best()).network);
  scale_inputs(scale, rows);
  const Member member = train_member(rows, task, {held_out}, {}, ticker);
  const std::size_t best = member.best();
  Ensemble ensemble{
      .networks = {descend_on_all_rows(rows, member.at(best).network, kPenalties[best], task.threads, ticker)},
      .width = task.width,
      .penalty = kPenalties[best]};
  const Eigen::ArrayXXd square =
      (member.at(best).predictions[0] - rows.Y.bottomRows(held_out.size())).cast<double>().array().square();
  ensemble.held_out = square.colwise().mean().transpose();
  const Vector variance = (square.square().colwise().mean() - square.colwise().mean().square()).max(0).transpose();
  ensemble.held_out_stderr = (variance / static_cast<double>(held_out.size())).cwiseSqrt();
  unscale_inputs(scale, ensemble.networks[0]);
  return ensemble;
}

}  // namespace resunit::regression
