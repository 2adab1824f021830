// Members and their errors on the rows they have not seen. The table is cut into equal blocks of rows; member b is
// trained without blocks b and b+1 (cyclically) and predicts those.
#pragma once

#include <array>

#include "regress/path.hpp"

namespace resunit::regression {

/// Evaluations that a member takes, about: for the progress bar.
inline constexpr Index kMemberTicks = 250;

struct Blocks {
  Index rows = 0;
  Index count = 0;

  Span block(Index b) const { return {b * rows / count, (b + 1) * rows / count}; }
  Index after(Index b) const { return (b + 1) % count; }
  /// All rows but those of blocks b and b+1, first those after them: the first rows differ between members.
  Spans without_pair(Index b) const;
};

/// A path and what its networks predict for spans that it has not seen, in the range of the targets.
struct Member {
  std::vector<Network> networks;                  ///< one for each penalty
  std::vector<std::vector<MatrixF>> predictions;  ///< by penalty and span
  std::vector<Vector> errors;                     ///< by penalty: squared error of each row, its mean over outputs

  std::size_t penalties() const { return networks.size(); }
  /// The penalty of least mean error.
  std::size_t best() const;
};

/// Follows a path over `penalties` of them, or to one beyond the best if 0. At each penalty the descent goes on as long
/// as the error on held-out rows falls by 1% in 25 steps.
Member train_member(const Rows& rows, const PathTask& task, const Spans& held_out, std::size_t penalties, Watch& watch);

/// Descends from a network at one penalty on all rows.
Network finish(const Rows& rows, const Network& network, double lambda, int threads, Watch& watch);

/// By penalty, for each output: of one prediction and of the mean of two, on rows that have two.
struct PairErrors {
  Matrix one;  ///< e1, penalties x m
  Matrix two;  ///< e2, penalties x m

  /// e_M, see ensemble.hpp.
  Matrix of_mean(Index members) const;
};

/// Members b hold out blocks b and b+1. Over the blocks that members b-1 and b both hold out, for each b in `shared`.
PairErrors pair_errors(const Rows& rows, const Blocks& blocks, const std::vector<Member>& members,
                       const std::vector<Index>& shared);

}  // namespace resunit::regression
