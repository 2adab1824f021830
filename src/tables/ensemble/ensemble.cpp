// SPDX-License-Identifier: BSD-3-Clause
#include "tables/ensemble/ensemble.hpp"

#include <algorithm>
#include <cmath>
#include <set>

#include "linalg/median.hpp"
#include "tables/ensemble/held_out.hpp"
#include "tables/ensemble/relevance.hpp"
#include "tables/ensemble/threads.hpp"

namespace resunit::regression {
namespace {

constexpr Index kPilotRows = 3000;                          ///< sufficient for the relevance of inputs
constexpr std::size_t kLargestPenaltyForWiderNetworks = 1;  ///< index in kPenalties
constexpr double kLargestMemberError = 4;       ///< held-out error relative to the median; above it the descent failed
constexpr double kMinGainInStandardErrors = 2;  ///< gain of a wider network, in its standard errors
constexpr double kMinRelativeGain = 0.02;       ///< gain of a wider network, relative to the held-out error
constexpr std::uint64_t kSeedStride = 1000003;  ///< between the seeds of two ensembles

/// Data and settings of all members.
struct Plan {
  Rows& rows;
  const Blocks& blocks;
  Index members;
  Index width;
  std::uint64_t seed;
  Threads threads;
  ProgressTicker& ticker;

  Member train(Index b, const PenaltyRange& penalties, Index max_rows = kPathRows) const {
    const PathTask task{.training = blocks.without_pair(b, max_rows),
                        .width = width,
                        .seed = seed * kSeedStride + static_cast<std::uint64_t>(b),
                        .threads = threads.on_rows};
    return train_member(rows, task, {blocks.block(b), blocks.block(blocks.after(b))}, penalties, ticker);
  }
};

/// `given` if positive; otherwise widths from about twice the number of inputs upwards. Multiples of 16 are efficient:
/// at n = 5700, q = 7 an evaluation takes .48 ms for width 14 and .72 ms for 64.
std::set<Index> candidate_widths(const Rows& rows, Index given) {
  if (given > 0) return {given};
  return {std::clamp<Index>(2 * rows.inputs() / 16 * 16, 32, 64), 64, 128, 256};
}

/// True if the mean error is lower by two standard errors and by 2%.
bool clearly_better(const Vector& errors, const Vector& former) {
  const Vector gain = former - errors;
  const double mean = gain.mean();
  const double deviation = std::sqrt((gain.array() - mean).square().mean());
  return mean > kMinGainInStandardErrors * deviation / std::sqrt(static_cast<double>(gain.size())) &&
         mean > kMinRelativeGain * former.mean();
}

/// Scales inputs by their relevance in a first network.
Vector scale_by_relevance(Plan& plan) {
  const Member pilot = plan.train(0, {}, kPilotRows);
  const Vector s = relevance(plan.rows, pilot.at(pilot.best()).network);
  scale_inputs(s, plan.rows);
  return s;
}

/// Member 0 with increasing widths, as long as a larger width is clearly better. If the best penalty is large, wider
/// networks are not tried: the penalty limits the network, not the width.
Member train_first(Plan& plan, const std::set<Index>& widths) {
  Member best;
  for (const Index width : widths) {
    Plan wider = plan;
    wider.width = width;
    Member member = wider.train(0, {});
    const std::size_t penalty = member.best();
    if (!best.trials.empty() && !clearly_better(member.at(penalty).errors, best.at(best.best()).errors)) break;
    plan.width = width;
    best = std::move(member);
    if (penalty > kLargestPenaltyForWiderNetworks) break;
  }
  return best;
}

std::size_t argmin(const Vector& values) {
  Index at = 0;
  values.minCoeff(&at);
  return static_cast<std::size_t>(at);
}

/// The penalties for later members: the best one of members 0 and 1 and its neighbors in kPenalties.
PenaltyRange penalties_near_best(const Plan& plan, const std::vector<Member>& two) {
  const PairErrors errors = pair_errors(plan.rows, plan.blocks, two);
  const std::size_t best = errors.first + argmin(errors.of_mean(plan.members).rowwise().mean());
  return {.first = best - std::min<std::size_t>(best, 1),
          .last = std::min(best + 1, std::min(two[0].last(), two[1].last())),
          .may_stop_early = false};
}

std::vector<Member> train_all(Plan& plan, const std::set<Index>& widths) {
  std::vector<Member> members;
  members.push_back(train_first(plan, widths));
  members.push_back(plan.train(1, {}));
  const PenaltyRange penalties = penalties_near_best(plan, members);
  members.resize(static_cast<std::size_t>(plan.members));
  parallel_for(plan.members - 2, plan.threads.on_members,
               [&](Index b) { members[static_cast<std::size_t>(b + 2)] = plan.train(b + 2, penalties); });
  return members;
}

/// The networks at one penalty, without those whose descent failed.
std::vector<Network> converged_networks(const std::vector<Member>& members, std::size_t penalty) {
  Vector errors(static_cast<Index>(members.size()));
  for (Index b = 0; b < errors.size(); ++b) errors(b) = members[static_cast<std::size_t>(b)].at(penalty).errors.mean();
  const double limit = kLargestMemberError * median(errors);
  std::vector<Network> networks;
  for (Index b = 0; b < errors.size(); ++b)
    if (errors(b) <= limit) networks.push_back(members[static_cast<std::size_t>(b)].at(penalty).network);
  return networks;
}

}  // namespace

Ensemble learn_ensemble(Rows& rows, const Blocks& blocks, const EnsembleOptions& options) {
  const Index M = options.members;
  const std::set<Index> widths = candidate_widths(rows, options.width);
  ProgressTicker ticker(options.progress, "members", (M + 2) * kMemberTicks);
  Plan plan{.rows = rows,
            .blocks = blocks,
            .members = M,
            .width = *widths.begin(),
            .seed = options.seed,
            .threads = Threads(rows.count(), options.threads),
            .ticker = ticker};
  const Vector scale = scale_by_relevance(plan);
  const std::vector<Member> members = train_all(plan, widths);

  const PairErrors pairs = pair_errors(rows, blocks, members);
  const std::size_t best = argmin(pairs.of_mean(M).rowwise().mean()), penalty = pairs.first + best;
  Ensemble ensemble{
      .networks = converged_networks(members, penalty), .width = plan.width, .penalty = kPenalties[penalty]};
  ensemble.held_out = pairs.estimate(static_cast<Index>(best), M);
  ensemble.held_out_stderr = pairs.standard_errors(static_cast<Index>(best), M);
  ensemble.dropped = static_cast<int>(M - std::ssize(ensemble.networks));
  parallel_for(std::ssize(ensemble.networks), plan.threads.on_members, [&](Index b) {
    Network& network = ensemble.networks[static_cast<std::size_t>(b)];
    network = descend_on_all_rows(rows, network, ensemble.penalty, plan.threads.on_rows, ticker);
    unscale_inputs(scale, network);
  });
  return ensemble;
}

}  // namespace resunit::regression
