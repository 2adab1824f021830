// SPDX-License-Identifier: BSD-3-Clause
// Members and their errors on held-out rows. Member b is trained without blocks b and b+1 (cyclically, data/blocks.hpp)
// and predicts them.
#pragma once

#include "tables/data/blocks.hpp"
#include "tables/member/path.hpp"

namespace resunit::regression {

/// Largest number of rows for a path; the last steps use all rows.
inline constexpr Index kPathRows = 24000;

/// Approximate number of evaluations per member, for the progress report.
inline constexpr Index kMemberTicks = 250;

/// A network and its predictions on held-out spans.
struct Trial {
  Network network;
  std::vector<MatrixF> predictions;  ///< for each span, clipped to the range of the targets
  Vector errors;                     ///< squared error of each row, averaged over outputs
};

/// The penalties kPenalties[first], ..., kPenalties[last].
struct PenaltyRange {
  std::size_t first = 0;
  std::size_t last = kPenalties.size() - 1;
  bool may_stop_early = true;  ///< stop before the last one if larger penalties cannot help
};

struct Member {
  std::size_t first = 0;      ///< penalty of the first trial
  std::vector<Trial> trials;  ///< one for each penalty

  std::size_t last() const { return first + trials.size() - 1; }
  const Trial& at(std::size_t penalty) const { return trials[penalty - first]; }
  /// The penalty of lowest mean error.
  std::size_t best() const;
};

/// Follows a path over a range of penalties. At the first one the descent continues while the held-out error decreases
/// by 1% in 25 steps; at each of the others it takes 25 steps.
Member train_member(const Rows& rows, const PathTask& task, const Spans& held_out, const PenaltyRange& penalties,
                    ProgressTicker& ticker);

/// Descends from a network at one penalty on all rows.
Network descend_on_all_rows(const Rows& rows, const Network& network, double lambda, int threads,
                            ProgressTicker& ticker);

/// Mean squared errors for each penalty that all members have, and each output.
struct PairErrors {
  std::size_t first = 0;  ///< penalty of the first row
  Matrix one;             ///< e1, penalties x m: error of a held-out prediction
  Matrix gain;            ///< e1 - e2, penalties x m: gain by the mean of two predictions, over rows with two
  Matrix fourth;          ///< penalties x m: mean of the fourth powers of the errors of held-out predictions
  Index rows = 0;         ///< number of rows that were held out

  /// e_M, see ensemble.hpp; it can be negative.
  Matrix of_mean(Index members) const;
  /// One row of e_M, at least e1 / M, the value for uncorrelated errors.
  Vector estimate(Index row, Index members) const;
  /// The standard errors of `estimate`, if rows are independent.
  Vector standard_errors(Index row, Index members) const;
};

/// Member b holds out blocks b and b+1.
PairErrors pair_errors(const Rows& rows, const Blocks& blocks, const std::vector<Member>& members);

}  // namespace resunit::regression
