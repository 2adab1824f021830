#include "regress/ensemble.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>

#include "linalg/median.hpp"
#include "parallel/parallel_for.hpp"
#include "regress/held_out.hpp"

namespace resunit::regression {
namespace {

constexpr Index kFewestBlocks = 5;
constexpr Index kManyRows = 40000;  // from here on threads share the rows of a member, below they share members
constexpr double kWorstMember = 4;  // times the median held-out error: the descent went wrong

/// Who works where. The result does not depend on it.
struct Threads {
  int on_members = 1;
  int on_rows = 1;

  Threads(const Rows& rows, int threads) { (rows.count() < kManyRows ? on_members : on_rows) = thread_count(threads); }
};

/// 2 d, 64, 128 in ascending order, or the one that was asked for.
std::set<Index> candidate_widths(const Rows& rows, Index asked) {
  if (asked > 0) return {asked};
  return {2 * rows.inputs(), 64, 128};
}

std::uint64_t member_seed(std::uint64_t seed, Index b) {
  return seed * 1000003 + static_cast<std::uint64_t>(b);
}

/// Squared errors of the rows that member b holds out, at the penalty where their mean is least.
Vector least_errors(const Rows& rows, const Blocks& blocks, Index b, const Member& member) {
  Vector least;
  for (std::size_t l = 0; l < member.penalties(); ++l) {
    Vector errors = row_errors(rows, blocks, b, member, l);
    if (least.size() == 0 || errors.mean() < least.mean()) least = std::move(errors);
  }
  return least;
}

/// A wider network must be better by two standard errors and by 2%.
bool clearly_better(const Vector& errors, const Vector& former) {
  const Vector gain = former - errors;
  const double mean = gain.mean();
  const double deviation = std::sqrt((gain.array() - mean).square().mean());
  return mean > 2 * deviation / std::sqrt(static_cast<double>(gain.size())) && mean > 0.02 * former.mean();
}

/// Member 0 at ever larger widths, as long as that helps.
Member train_first(const Rows& rows, const Blocks& blocks, PathTask& task, Index asked, Watch& watch) {
  Member best;
  Vector errors;
  for (const Index width : candidate_widths(rows, asked)) {
    PathTask wider = task;
    wider.width = width;
    Member member = train_member(rows, blocks, 0, wider, watch);
    Vector its_errors = least_errors(rows, blocks, 0, member);
    if (errors.size() > 0 && !clearly_better(its_errors, errors)) break;
    task.width = width;
    best = std::move(member);
    errors = std::move(its_errors);
  }
  return best;
}

std::size_t argmin(const Vector& values) {
  Index at = 0;
  values.minCoeff(&at);
  return static_cast<std::size_t>(at);
}

/// Blocks that two members hold out.
std::vector<Index> shared_blocks(const Blocks& blocks, Index members) {
  std::vector<Index> shared;
  for (Index b = members == blocks.count ? 0 : 1; b < members; ++b) shared.push_back(b);
  return shared;
}

/// Member 0 and member 1 tell where later ones may stop: one penalty beyond their best.
std::size_t where_to_stop(const Rows& rows, const Blocks& blocks, const std::vector<Member>& two) {
  const Matrix errors = pair_errors(rows, blocks, two, {1}).two;
  return std::min(kPenalties.size(), argmin(errors.rowwise().mean()) + 2);
}

/// Keeps the networks at one penalty but those that went wrong.
void collect(const Rows& rows, const Blocks& blocks, std::vector<Member>& members, std::size_t penalty,
             Ensemble& ensemble) {
  Vector errors(static_cast<Index>(members.size()));
  for (Index b = 0; b < errors.size(); ++b)
    errors(b) = row_errors(rows, blocks, b, members[static_cast<std::size_t>(b)], penalty).mean();
  const double limit = kWorstMember * median(errors);
  for (Index b = 0; b < errors.size(); ++b) {
    if (errors(b) <= limit)
      ensemble.networks.push_back(std::move(members[static_cast<std::size_t>(b)].networks[penalty]));
    else
      ++ensemble.dropped;
  }
}

}  // namespace

Ensemble learn_mean(const Rows& rows, const EnsembleOptions& options) {
  const Index M = options.members;
  const Blocks blocks{.rows = rows.count(), .count = std::max(M, kFewestBlocks)};
  const Threads threads(rows, options.threads);
  Watch watch(options.progress, "members", (M + 1) * kPathTicks);
  PathTask task{.seed = member_seed(options.seed, 0), .threads = threads.on_rows};

  std::vector<Member> members(static_cast<std::size_t>(M));
  const auto train = [&](Index b) {
    PathTask its_task = task;
    its_task.seed = member_seed(options.seed, b);
    return train_member(rows, blocks, b, its_task, watch);
  };
  members[0] = train_first(rows, blocks, task, options.width, watch);
  members[1] = train(1);
  task.stop = where_to_stop(rows, blocks, {members[0], members[1]});
  parallel_for(M - 2, threads.on_members, [&](Index b) { members[static_cast<std::size_t>(b + 2)] = train(b + 2); });

  const Matrix errors = pair_errors(rows, blocks, members, shared_blocks(blocks, M)).of_mean(M);
  const std::size_t penalty = argmin(errors.rowwise().mean());
  Ensemble ensemble{.width = task.width, .penalty = kPenalties[penalty]};
  ensemble.held_out = errors.row(static_cast<Index>(penalty)).transpose();
  collect(rows, blocks, members, penalty, ensemble);
  return ensemble;
}

Ensemble learn_single(const Rows& rows, const EnsembleOptions& options) {
  const Index n = rows.count();
  Watch watch(options.progress, "network", 2 * kPathTicks);
  PathTask task{.training = {{0, n}},
                .width = options.width > 0 ? options.width : std::max<Index>(64, 2 * rows.inputs()),
                .seed = options.seed,
                .threads = Threads(rows, options.threads).on_rows};
  Ensemble ensemble{.width = task.width,
                    .held_out = Vector::Constant(rows.outputs(), std::numeric_limits<double>::quiet_NaN())};
  const Span held_out{n - n / 5, n};
  if (held_out.size() >= 2) {
    PathTask trial = task;
    trial.training = {{0, held_out.begin}};
    const auto Y = rows.Y.middleRows(held_out.begin, held_out.size()).cast<double>();
    Matrix errors(kPenalties.size(), rows.outputs());
    Index l = 0;
    for (const Network& network : follow_path(rows, trial, watch)) {
      MatrixF predicted = outputs(network, rows, held_out);
      clip_to_range(rows, predicted);
      errors.row(l++) = (predicted.cast<double>() - Y).array().square().colwise().mean();
    }
    const std::size_t best = argmin(errors.rowwise().mean());
    ensemble.held_out = errors.row(static_cast<Index>(best)).transpose();
    task.stop = best + 1;
  }
  ensemble.networks.push_back(std::move(follow_path(rows, task, watch).back()));
  ensemble.penalty = kPenalties[task.stop - 1];
  return ensemble;
}

}  // namespace resunit::regression
