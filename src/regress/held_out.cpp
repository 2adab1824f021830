#include "regress/held_out.hpp"

#include <algorithm>
#include <cstdlib>
#include <limits>

namespace resunit::regression {
namespace {
constexpr Index kTrainingRows = 4000;
double env(const char* n, double v) { const char* e = std::getenv(n); return e ? std::atof(e) : v; }

void clip_to_range(const Rows& rows, MatrixF& predicted) {
  for (Index j = 0; j < predicted.cols(); ++j)
    predicted.col(j) = predicted.col(j).cwiseMax(rows.Y.col(j).minCoeff()).cwiseMin(rows.Y.col(j).maxCoeff());
}

/// What a network does on held-out rows.
struct Trial {
  Network network;
  std::vector<MatrixF> predictions;
  Vector errors;
};

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
  bool moves = path.descend((int)env("RG_STEPS", 25));
  Trial best = judge(rows, held_out, path.network());
  for (int round = 1; moves && round < rounds; ++round) {
    moves = path.descend((int)env("RG_STEPS", 25));
    Trial next = judge(rows, held_out, path.network());
    const bool pays = next.errors.mean() < env("RG_PAY", 0.99) * best.errors.mean();
    if (pays || next.errors.mean() < best.errors.mean()) best = std::move(next);
    if (!pays) break;
  }
  return best;
}

/// Does the last network predict its own rows clearly better than others?
bool overfits(const Rows& rows, const Spans& training, const Member& member) {
  const Spans some = first_rows(training, kTrainingRows);
  const double own = judge(rows, some, member.networks.back()).errors.mean();
  return own < env("RG_GAP", 0.9) * member.errors.back().mean();
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
  const auto lower = [](const Vector& one, const Vector& other) { return one.mean() < other.mean(); };
  return static_cast<std::size_t>(std::min_element(errors.begin(), errors.end(), lower) - errors.begin());
}

Member train_member(const Rows& rows, const PathTask& task, const Spans& held_out, std::size_t penalties, Watch& watch) {
  Path path(rows, task, watch);
  Member member;
  const std::size_t most = penalties > 0 ? penalties : kPenalties.size();
  for (std::size_t l = 0; l < most; ++l) {
    path.set_penalty(kPenalties[l]);
    Trial trial = descend_while_it_pays(path, rows, held_out, l == 0 ? (int)env("RG_R0", 8) : (int)env("RG_R1", 4));
    member.networks.push_back(std::move(trial.network));
    member.predictions.push_back(std::move(trial.predictions));
    member.errors.push_back(std::move(trial.errors));
    if (penalties == 0 && member.best() < l && !overfits(rows, task.training, member)) break;
  }
  return member;
}

Network finish(const Rows& rows, const Network& network, double lambda, int threads, Watch& watch) {
  Path path(rows, {.training = {{0, rows.count()}}, .threads = threads}, network, watch);
  path.set_penalty(lambda);
  path.descend((int)env("RG_RIT", 25));
  return path.network();
}

Matrix PairErrors::of_mean(Index members) const {
  return 2 * two - one + 2 * (one - two) / static_cast<double>(members);
}

PairErrors pair_errors(const Rows& rows, const Blocks& blocks, const std::vector<Member>& members,
                       const std::vector<Index>& shared) {
  std::size_t penalties = kPenalties.size();
  for (const Member& member : members) penalties = std::min(penalties, member.penalties());
  PairErrors sum{.one = Matrix::Zero(static_cast<Index>(penalties), rows.outputs())};
  sum.two = sum.one;
  Index count = 0;
  for (const Index b : shared) {
    const Span span = blocks.block(b);
    const auto Y = rows.Y.middleRows(span.begin, span.size()).cast<double>();
    const Member& holder = members[static_cast<std::size_t>(b)];
    const Member& other = members[static_cast<std::size_t>((b + blocks.count - 1) % blocks.count)];
    for (std::size_t l = 0; l < penalties; ++l) {
      const Matrix e = holder.predictions[l][0].cast<double>() - Y, f = other.predictions[l][1].cast<double>() - Y;
      sum.one.row(static_cast<Index>(l)) += (e.colwise().squaredNorm() + f.colwise().squaredNorm()) / 2;
      sum.two.row(static_cast<Index>(l)) += (e + f).colwise().squaredNorm() / 4;
    }
    count += span.size();
  }
  sum.one /= static_cast<double>(count);
  sum.two /= static_cast<double>(count);
  return sum;
}

}  // namespace resunit::regression
