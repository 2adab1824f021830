// SPDX-License-Identifier: BSD-3-Clause
#include "tables/ensemble/held_out.hpp"

#include <algorithm>

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

Vector PairErrors::estimate(Index row, Index members) const {
  return of_mean(members).row(row).cwiseMax(one.row(row) / static_cast<double>(members)).transpose();
}

Vector PairErrors::standard_errors(Index row, Index members) const {
  const Eigen::ArrayXd e1 = one.row(row).transpose();
  const Eigen::ArrayXd variance = fourth.row(row).transpose().array() - e1.square();
  const Eigen::ArrayXd relative = (variance.max(0) / static_cast<double>(rows)).sqrt() / (e1 > 0).select(e1, 1);
  return relative * estimate(row, members).array();
}

PairErrors pair_errors(const Rows& rows, const Blocks& blocks, const std::vector<Member>& members) {
  std::size_t first = 0, last = kPenalties.size() - 1;
  for (const Member& member : members) {
    first = std::max(first, member.first);
    last = std::min(last, member.last());
  }
  PairErrors sum{.first = first, .one = Matrix::Zero(static_cast<Index>(last - first + 1), rows.outputs())};
  sum.gain = sum.fourth = sum.one;
  Index predictions = 0, pairs = 0;
  for (Index b = 0; b < std::ssize(members); ++b) {
    const Index next = blocks.after(b);
    const Span own = blocks.block(b), both = blocks.block(next);
    const bool has_pair = next < std::ssize(members);
    for (std::size_t l = first; l <= last; ++l) {
      const auto row = static_cast<Index>(l - first);
      const std::vector<MatrixF>& predicted = members[static_cast<std::size_t>(b)].at(l).predictions;
      const auto add_squares = [&](const MatrixF& yhat, const Span& span) {
        const Eigen::ArrayXXd square =
            (yhat - rows.Y.middleRows(span.begin, span.size())).cast<double>().array().square();
        sum.one.row(row) += square.colwise().sum().matrix();
        sum.fourth.row(row) += square.square().colwise().sum().matrix();
      };
      add_squares(predicted[0], own);
      add_squares(predicted[1], both);
      if (!has_pair) continue;
      // The mean square of two errors e, f minus the square of their mean:
      //     (e^2 + f^2)/2 - ((e + f)/2)^2 = ((e - f)/2)^2
      const MatrixF& other = members[static_cast<std::size_t>(next)].at(l).predictions[0];
      sum.gain.row(row) += (predicted[1] - other).cast<double>().colwise().squaredNorm() / 4;
    }
    predictions += own.size() + both.size();
    sum.rows += own.size() + (has_pair ? 0 : both.size());
    if (has_pair) pairs += both.size();
  }
  sum.one /= static_cast<double>(predictions);
  sum.fourth /= static_cast<double>(predictions);
  sum.gain /= static_cast<double>(pairs);
  return sum;
}

}  // namespace resunit::regression
