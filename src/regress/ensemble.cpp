#include "regress/ensemble.hpp"

#include <algorithm>
#include <cmath>
#include <set>

#include "linalg/median.hpp"
#include "regress/held_out.hpp"
#include "regress/relevance.hpp"
#include "regress/threads.hpp"

namespace resunit::regression {
namespace {

constexpr Index kFewestBlocks = 5;
constexpr Index kPathRows = 24000;  // a path needs no more; the last steps are taken on all rows
constexpr double kWorstMember = 4;  // times the median held-out error: the descent went wrong

/// What all members have in common.
struct Plan {
  Rows& rows;
  Blocks blocks;
  Index members;
  Index width;
  std::uint64_t seed;
  Threads threads;
  Watch& watch;

  Member train(Index b, std::size_t penalties) const {
    const PathTask task{.training = first_rows(blocks.without_pair(b), kPathRows),
                        .width = width,
                        .seed = seed * 1000003 + static_cast<std::uint64_t>(b),
                        .threads = threads.on_rows};
    return train_member(rows, task, {blocks.block(b), blocks.block(blocks.after(b))}, penalties, watch);
  }
};

/// 2 d, 64, 128 in ascending order, or the one that was asked for.
std::set<Index> candidate_widths(const Rows& rows, Index asked) {
  if (asked > 0) return {asked};
  return {2 * rows.inputs(), 64, 128};
}

/// A wider network must be better by two standard errors and by 2%.
bool clearly_better(const Vector& errors, const Vector& former) {
  const Vector gain = former - errors;
  const double mean = gain.mean();
  const double deviation = std::sqrt((gain.array() - mean).square().mean());
  return mean > 2 * deviation / std::sqrt(static_cast<double>(gain.size())) && mean > 0.02 * former.mean();
}

/// Scales inputs by what a first network makes of them.
Vector scale_by_relevance(Plan& plan) {
  const Member scout = plan.train(0, 0);
  const Vector s = relevance(plan.rows, scout.networks[scout.best()]);
  scale_inputs(s, plan.rows);
  return s;
}

/// Member 0 at ever larger widths, as long as that helps.
Member train_first(Plan& plan, const std::set<Index>& widths) {
  Member best;
  for (const Index width : widths) {
    Plan wider = plan;
    wider.width = width;
    Member member = wider.train(0, 0);
    if (best.penalties() > 0 && !clearly_better(member.errors[member.best()], best.errors[best.best()])) break;
    plan.width = width;
    best = std::move(member);
  }
  return best;
}

std::size_t argmin(const Vector& values) {
  Index at = 0;
  values.minCoeff(&at);
  return static_cast<std::size_t>(at);
}

/// Members 0 and 1 tell where later ones may stop: one penalty beyond their best.
std::size_t where_to_stop(const Plan& plan, const std::vector<Member>& two) {
  const Matrix errors = pair_errors(plan.rows, plan.blocks, two, {1}).two;
  return std::min<std::size_t>(argmin(errors.rowwise().mean()) + 2, static_cast<std::size_t>(errors.rows()));
}

/// Blocks that two members hold out.
std::vector<Index> shared_blocks(const Plan& plan) {
  std::vector<Index> shared;
  for (Index b = plan.members == plan.blocks.count ? 0 : 1; b < plan.members; ++b) shared.push_back(b);
  return shared;
}

std::vector<Member> train_all(Plan& plan, const std::set<Index>& widths) {
  std::vector<Member> members;
  members.push_back(train_first(plan, widths));
  members.push_back(plan.train(1, 0));
  const std::size_t penalties = where_to_stop(plan, members);
  members.resize(static_cast<std::size_t>(plan.members));
  parallel_for(plan.members - 2, plan.threads.on_members,
               [&](Index b) { members[static_cast<std::size_t>(b + 2)] = plan.train(b + 2, penalties); });
  return members;
}

/// The networks at one penalty, without those that went wrong.
std::vector<Network> sound_networks(std::vector<Member>& members, std::size_t penalty) {
  Vector errors(static_cast<Index>(members.size()));
  for (Index b = 0; b < errors.size(); ++b) errors(b) = members[static_cast<std::size_t>(b)].errors[penalty].mean();
  const double limit = kWorstMember * median(errors);
  std::vector<Network> networks;
  for (Index b = 0; b < errors.size(); ++b)
    if (errors(b) <= limit) networks.push_back(std::move(members[static_cast<std::size_t>(b)].networks[penalty]));
  return networks;
}

}  // namespace

Ensemble learn_mean(Rows& rows, const EnsembleOptions& options) {
  const Index M = options.members;
  Watch watch(options.progress, "members", (M + 2) * kMemberTicks);
  Plan plan{.rows = rows,
            .blocks = {.rows = rows.count(), .count = std::max(M, kFewestBlocks)},
            .members = M,
            .width = options.width > 0 ? options.width : 2 * rows.inputs(),
            .seed = options.seed,
            .threads = Threads(rows.count(), options.threads),
            .watch = watch};
  const Vector scale = scale_by_relevance(plan);
  std::vector<Member> members = train_all(plan, candidate_widths(rows, options.width));

  const Matrix errors = pair_errors(rows, plan.blocks, members, shared_blocks(plan)).of_mean(M);
  const std::size_t penalty = argmin(errors.rowwise().mean());
  Ensemble ensemble{.networks = sound_networks(members, penalty), .width = plan.width, .penalty = kPenalties[penalty]};
  ensemble.held_out = errors.row(static_cast<Index>(penalty)).transpose();
  ensemble.dropped = static_cast<int>(M - std::ssize(ensemble.networks));
  parallel_for(std::ssize(ensemble.networks), plan.threads.on_members, [&](Index b) {
    Network& network = ensemble.networks[static_cast<std::size_t>(b)];
    network = finish(rows, network, ensemble.penalty, plan.threads.on_rows, watch);
    unscale_inputs(scale, network);
  });
  return ensemble;
}

}  // namespace resunit::regression
