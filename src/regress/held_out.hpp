// Members and their errors on the rows they have not seen. The table is cut into equal blocks of rows; member b is
// trained without blocks b and b+1 (cyclically) and predicts those.
#pragma once

#include <array>

#include "regress/path.hpp"

namespace resunit::regression {

/// A path needs no more rows than this; the last steps are taken on all.
inline constexpr Index kPathRows = 24000;

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

/// A network and what it does on spans that it has not seen.
struct Trial {
  Network network;
  std::vector<MatrixF> predictions;  ///< by span, in the range of the targets
  Vector errors;                     ///< squared error of each row, its mean over outputs
};

/// Penalties first, ..., last of the list.
struct Stretch {
  std::size_t first = 0;
  std::size_t last = kPenalties.size() - 1;
  bool may_end = true;  ///< before the last, once larger penalties can only hurt
};

struct Member {
  std::size_t first = 0;      ///< penalty of the first trial
  std::vector<Trial> trials;  ///< one for each penalty

  std::size_t last() const { return first + trials.size() - 1; }
  const Trial& at(std::size_t penalty) const { return trials[penalty - first]; }
  /// The penalty of least mean error.
  std::size_t best() const;
};

/// Follows a path over a stretch of penalties. At the first the descent goes on as long as the error on held-out rows
/// falls by 1% in 25 steps, at others it takes 25.
Member train_member(const Rows& rows, const PathTask& task, const Spans& held_out, const Stretch& stretch,
                    Watch& watch);

/// Descends from a network at one penalty on all rows.
Network finish(const Rows& rows, const Network& network, double lambda, int threads, Watch& watch);

/// Mean square errors by penalty, for each output.
struct PairErrors {
  std::size_t first = 0;  ///< penalty of the first row: those that all members have
  Matrix one;             ///< e1, penalties x m: of a held-out prediction
  Matrix gain;            ///< e1 - e2, penalties x m: what the mean of a row's two predictions gains, on rows with two

  /// e_M, see ensemble.hpp.
  Matrix of_mean(Index members) const;
};

/// Member b holds out blocks b and b+1.
PairErrors pair_errors(const Rows& rows, const Blocks& blocks, const std::vector<Member>& members);

}  // namespace resunit::regression
