// SPDX-License-Identifier: BSD-3-Clause
// Division of a table into blocks of about equal numbers of rows, for cross-validation and for the held-out rows of
// members. Rows of one group (equal inputs, ordering.hpp) are in one block, so that no row is predicted by a network
// that was trained on its duplicate.
#pragma once

#include "tables/data/network.hpp"
#include "tables/data/ordering.hpp"

namespace resunit::regression {

/// Block b has the rows begin[b] <= i < begin[b+1].
struct Blocks {
  std::vector<Index> begin;

  Index count() const { return std::ssize(begin) - 1; }
  Span block(Index b) const { return {begin[static_cast<std::size_t>(b)], begin[static_cast<std::size_t>(b + 1)]}; }
  Index after(Index b) const { return (b + 1) % count(); }
  /// All rows except blocks b and b+1, at most `max_rows` of them: then the same number from each block, and different
  /// ones for each b.
  Spans without_pair(Index b, Index max_rows) const;
  /// All rows except the last block, in the same way.
  Spans without_last(Index max_rows) const;
};

/// Rows in an order in which each block is consecutive; inside a block they are in canonical order.
struct Division {
  std::vector<Index> rows;  ///< rows[i] is the row of the table at position i
  Blocks blocks;
};

/// Requires 1 <= count <= order.group_count. The largest groups are placed first, one into each block, then each of the
/// others into the block with the most free rows; groups of equal size are then exchanged so that consecutive groups
/// share a block. If no inputs are equal, the blocks are consecutive rows of the canonical order.
Division divide(const Ordering& order, Index count);

}  // namespace resunit::regression
