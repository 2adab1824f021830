// Members and their errors on the rows they have not seen. The table is cut into equal blocks of rows; member b is
// trained without blocks b and b+1 (cyclically) and predicts those.
#pragma once

#include <array>

#include "regress/path.hpp"

namespace resunit::regression {

struct Blocks {
  Index rows = 0;
  Index count = 0;

  Span block(Index b) const { return {b * rows / count, (b + 1) * rows / count}; }
  Index after(Index b) const { return (b + 1) % count; }
  /// All rows but those of blocks b and b+1.
  Spans without_pair(Index b) const;
};

struct Member {
  std::vector<Network> networks;                    ///< one for each penalty
  std::vector<std::array<MatrixF, 2>> predictions;  ///< by penalty: of blocks b and b+1, in the range of the targets

  std::size_t penalties() const { return networks.size(); }
};

/// Follows member b's path; the task's rows are set here.
Member train_member(const Rows& rows, const Blocks& blocks, Index b, PathTask task, Watch& watch);

/// Predictions brought into the range of each target.
void clip_to_range(const Rows& rows, MatrixF& predicted);

/// The squared error of each row, its mean over outputs, on both blocks of member b.
Vector row_errors(const Rows& rows, const Blocks& blocks, Index b, const Member& member, std::size_t penalty);

/// By penalty, for each output: of one prediction and of the mean of two, on rows that have two.
struct PairErrors {
  Matrix one;  ///< e1, penalties x m
  Matrix two;  ///< e2, penalties x m

  /// e_M, see ensemble.hpp.
  Matrix of_mean(Index members) const;
};

/// Over the blocks that members b-1 and b both hold out, for each b in `shared`.
PairErrors pair_errors(const Rows& rows, const Blocks& blocks, const std::vector<Member>& members,
                       const std::vector<Index>& shared);

}  // namespace resunit::regression
