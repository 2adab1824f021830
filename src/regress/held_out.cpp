#include "regress/held_out.hpp"

#include <algorithm>
#include <limits>

namespace resunit::regression {
namespace {

constexpr int kSteps = 25;             // of a round
constexpr int kMostRounds = 8;         // at the first penalty; later ones start near their end and get one
constexpr double kPays = 0.99;         // a round that lowers the held-out error to this share is followed by another
constexpr int kLastSteps = 15;         // on all rows
constexpr double kOverfit = 0.9;       // training error over held-out error; above, larger penalties can only hurt
constexpr Index kTrainingRows = 4000;  // on which that is measured

void clip_to_range(const Rows& rows, MatrixF& predicted) {
  for (Index j = 0; j < predicted.cols(); ++j)
    predicted.col(j) = predicted.col(j).cwiseMax(rows.Y.col(j).minCoeff()).cwiseMin(rows.Y.col(j).maxCoeff());
}

Trial judge(const Rows& rows, const Spans& held_out, Network network) {
  Trial trial{.network = std::move(network), .errors = Vector(size(held_out))};
  Index at = 0;
  for (const Span& span : held_out) {
    MatrixF predicted = outputs(trial.network, rows, span);
    clip_to_range(rows, predicted);
    trial.errors.segment(at, span.size()) =
        (predicted - rows.Y.middleRows(span.begin, span.size())).cast<double>().rowwise().squaredNorm() /
        static_cast<double>(rows.outputs());
    trial.predictions.push_back(std::move(predicted));
    at += span.size();
  }
  return trial;
}

/// Rounds of steps at one penalty, as long as they pay on held-out rows.
Trial descend_while_it_pays(Path& path, const Rows& rows, const Spans& held_out, int rounds) {
  bool moves = path.descend(kSteps);
  Trial best = judge(rows, held_out, path.network());
  for (int round = 1; moves && round < rounds; ++round) {
    moves = path.descend(kSteps);
    Trial next = judge(rows, held_out, path.network());
    const bool pays = next.errors.mean() < kPays * best.errors.mean();
    if (pays || next.errors.mean() < best.errors.mean()) best = std::move(next);
    if (!pays) break;
  }
  return best;
}

/// Does the last network predict its own rows clearly better than others?
bool overfits(const Rows& rows, const Spans& training, const Member& member) {
  const Spans some = first_rows(training, kTrainingRows);
  const double own = judge(rows, some, member.trials.back().network).errors.mean();
  return own < kOverfit * member.trials.back().errors.mean();
}

}  // namespace

Spans Blocks::without_pair(Index b) const {
  const Span first = block(b), second = block(after(b));
  if (second.begin < first.begin) return {{second.end, first.begin}};  // the last block and the first
  Spans spans;
  if (second.end < rows) spans.push_back({second.end, rows});
  if (first.begin > 0) spans.push_back({0, first.begin});
  return spans;
}

std::size_t Member::best() const {
  const auto lower = [](const Trial& one, const Trial& other) { return one.errors.mean() < other.errors.mean(); };
  return first + static_cast<std::size_t>(std::min_element(trials.begin(), trials.end(), lower) - trials.begin());
}

Member train_member(const Rows& rows, const PathTask& task, const Spans& held_out, const Stretch& stretch,
                    Watch& watch) {
  Path path(rows, task, watch);
  Member member{.first = stretch.first};
  for (std::size_t l = stretch.first; l <= stretch.last; ++l) {
    path.set_penalty(kPenalties[l]);
    member.trials.push_back(descend_while_it_pays(path, rows, held_out, l == stretch.first ? kMostRounds : 1));
    if (stretch.may_end && member.best() < l && !overfits(rows, task.training, member)) break;
  }
  return member;
}

Network finish(const Rows& rows, const Network& network, double lambda, int threads, Watch& watch) {
  Path path(rows, {.training = {{0, rows.count()}}, .threads = threads}, network, watch);
  path.set_penalty(lambda);
  path.descend(kLastSteps);
  return path.network();
}

Matrix PairErrors::of_mean(Index members) const {
  return 2 * two - one + 2 * (one - two) / static_cast<double>(members);
}

PairErrors pair_errors(const Rows& rows, const Blocks& blocks, const std::vector<Member>& members,
                       const std::vector<Index>& shared) {
  std::size_t first = 0, last = kPenalties.size() - 1;
  for (const Member& member : members) {
    first = std::max(first, member.first);
    last = std::min(last, member.last());
  }
  PairErrors sum{.first = first, .one = Matrix::Zero(static_cast<Index>(last - first + 1), rows.outputs())};
  sum.two = sum.one;
  Index count = 0;
  for (const Index b : shared) {
    const Span span = blocks.block(b);
    const auto Y = rows.Y.middleRows(span.begin, span.size()).cast<double>();
    const Member& holder = members[static_cast<std::size_t>(b)];
    const Member& other = members[static_cast<std::size_t>((b + blocks.count - 1) % blocks.count)];
    for (std::size_t l = first; l <= last; ++l) {
      const auto row = static_cast<Index>(l - first);
      const Matrix e = holder.at(l).predictions[0].cast<double>() - Y;
      const Matrix f = other.at(l).predictions[1].cast<double>() - Y;
      sum.one.row(row) += (e.colwise().squaredNorm() + f.colwise().squaredNorm()) / 2;
      sum.two.row(row) += (e + f).colwise().squaredNorm() / 4;
    }
    count += span.size();
  }
  sum.one /= static_cast<double>(count);
  sum.two /= static_cast<double>(count);
  return sum;
}

}  // namespace resunit::regression
