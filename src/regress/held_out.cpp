#include "regress/held_out.hpp"

#include <algorithm>

namespace resunit::regression {

Spans Blocks::without_pair(Index b) const {
  const Span first = block(b), second = block(after(b));
  if (second.begin < first.begin) return {{second.end, first.begin}};  // the last block and the first
  Spans spans;
  if (first.begin > 0) spans.push_back({0, first.begin});
  if (second.end < rows) spans.push_back({second.end, rows});
  return spans;
}

void clip_to_range(const Rows& rows, MatrixF& predicted) {
  for (Index j = 0; j < predicted.cols(); ++j)
    predicted.col(j) = predicted.col(j).cwiseMax(rows.Y.col(j).minCoeff()).cwiseMin(rows.Y.col(j).maxCoeff());
}

Member train_member(const Rows& rows, const Blocks& blocks, Index b, PathTask task, Watch& watch) {
  task.training = blocks.without_pair(b);
  Member member{.networks = follow_path(rows, task, watch)};
  for (const Network& network : member.networks) {
    member.predictions.push_back(
        {outputs(network, rows, blocks.block(b)), outputs(network, rows, blocks.block(blocks.after(b)))});
    for (MatrixF& predicted : member.predictions.back()) clip_to_range(rows, predicted);
  }
  return member;
}

Vector row_errors(const Rows& rows, const Blocks& blocks, Index b, const Member& member, std::size_t penalty) {
  const Span first = blocks.block(b), second = blocks.block(blocks.after(b));
  const auto errors = [&](const MatrixF& predicted, const Span& span) -> Vector {
    return (predicted - rows.Y.middleRows(span.begin, span.size())).cast<double>().rowwise().squaredNorm() /
           static_cast<double>(rows.outputs());
  };
  const auto& [of_first, of_second] = member.predictions[penalty];
  Vector all(first.size() + second.size());
  all << errors(of_first, first), errors(of_second, second);
  return all;
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
