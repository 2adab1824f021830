// SPDX-License-Identifier: BSD-3-Clause
#include "tables/ensemble/held_out.hpp"

#include <algorithm>
#include <limits>

namespace resunit::regression {
namespace {

constexpr int kSteps = 25;             ///< per round
constexpr int kMaxRounds = 8;          ///< at the first penalty; later penalties start near their minimum: one round
constexpr double kImprovement = 0.99;  ///< another round follows if the held-out error fell below this share
constexpr int kFinalSteps = 15;        ///< on all rows
constexpr double kOverfitRatio = 0.9;  ///< training error / held-out error; above it larger penalties cannot help
constexpr Index kTrainingRows = 4000;  ///< for the estimate of the training error

void clip_to_range(const Rows& rows, MatrixF& predicted) {
  for (Index j = 0; j < predicted.cols(); ++j)
    predicted.col(j) = predicted.col(j).cwiseMax(rows.Y.col(j).minCoeff()).cwiseMin(rows.Y.col(j).maxCoeff());
}

Trial evaluate(const Rows& rows, const Spans& held_out, Network network) {
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

/// Rounds of steps at one penalty, as long as the held-out error decreases by 1% per round.
Trial descend_while_improving(Path& path, const Rows& rows, const Spans& held_out, int rounds) {
  bool continues = path.descend(kSteps);
  Trial best = evaluate(rows, held_out, path.network());
  for (int round = 1; continues && round < rounds; ++round) {
    continues = path.descend(kSteps);
    Trial next = evaluate(rows, held_out, path.network());
    const bool improves = next.errors.mean() < kImprovement * best.errors.mean();
    if (improves || next.errors.mean() < best.errors.mean()) best = std::move(next);
    if (!improves) break;
  }
  return best;
}

/// True if the training error of the last network is clearly below its held-out error.
bool overfits(const Rows& rows, const Spans& training, const Member& member) {
  const Spans subset = first_rows(training, kTrainingRows);
  const double training_error = evaluate(rows, subset, member.trials.back().network).errors.mean();
  return training_error < kOverfitRatio * member.trials.back().errors.mean();
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

Member train_member(const Rows& rows, const PathTask& task, const Spans& held_out, const PenaltyRange& penalties,
                    ProgressTicker& ticker) {
  Path path(rows, task, ticker);
  Member member{.first = penalties.first};
  for (std::size_t l = penalties.first; l <= penalties.last; ++l) {
    path.set_penalty(kPenalties[l]);
    member.trials.push_back(descend_while_improving(path, rows, held_out, l == penalties.first ? kMaxRounds : 1));
    if (penalties.may_stop_early && member.best() < l && !overfits(rows, task.training, member)) break;
  }
  return member;
}

Network descend_on_all_rows(const Rows& rows, const Network& network, double lambda, int threads,
                            ProgressTicker& ticker) {
  Path path(rows, {.training = {{0, rows.count()}}, .threads = threads}, network, ticker);
  path.set_penalty(lambda);
  path.descend(kFinalSteps);
  return path.network();
}

Matrix PairErrors::of_mean(Index members) const {
  return one - 2 * (1 - 1 / static_cast<double>(members)) * gain;
}

PairErrors pair_errors(const Rows& rows, const Blocks& blocks, const std::vector<Member>& members) {
  std::size_t first = 0, last = kPenalties.size() - 1;
  for (const Member& member : members) {
    first = std::max(first, member.first);
    last = std::min(last, member.last());
  }
  PairErrors sum{.first = first, .one = Matrix::Zero(static_cast<Index>(last - first + 1), rows.outputs())};
  sum.gain = sum.one;
  Index predictions = 0, pairs = 0;
  for (Index b = 0; b < std::ssize(members); ++b) {
    const Index next = blocks.after(b);
    const Span own = blocks.block(b), both = blocks.block(next);
    const auto Y = [&](const Span& span) { return rows.Y.middleRows(span.begin, span.size()); };
    for (std::size_t l = first; l <= last; ++l) {
      const auto row = static_cast<Index>(l - first);
      const std::vector<MatrixF>& predicted = members[static_cast<std::size_t>(b)].at(l).predictions;
      sum.one.row(row) += (predicted[0] - Y(own)).cast<double>().colwise().squaredNorm();
      sum.one.row(row) += (predicted[1] - Y(both)).cast<double>().colwise().squaredNorm();
      if (next >= std::ssize(members)) continue;
      // The mean square of two errors e, f minus the square of their mean:
      //     (e^2 + f^2)/2 - ((e + f)/2)^2 = ((e - f)/2)^2
      const MatrixF& other = members[static_cast<std::size_t>(next)].at(l).predictions[0];
      sum.gain.row(row) += (predicted[1] - other).cast<double>().colwise().squaredNorm() / 4;
    }
    predictions += own.size() + both.size();
    if (next < std::ssize(members)) pairs += both.size();
  }
  sum.one /= static_cast<double>(predictions);
  sum.gain /= static_cast<double>(pairs);
  return sum;
}

}  // namespace resunit::regression
