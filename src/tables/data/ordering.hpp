// SPDX-License-Identifier: BSD-3-Clause
// An order of rows and columns that depends on their content only, so that results do not depend on the order of the
// table. Columns are ordered by a sum of hashes over their rows, rows by a sum of hashes over their columns: sums do
// not depend on the order.
#pragma once

#include <cstdint>
#include <vector>

#include "resunit/types.hpp"

namespace resunit::regression {

/// With fewer distinct inputs, inputs with several values of the targets are the levels of a category: any new row has
/// one of them, and its error can be estimated from other rows of the same level.
inline constexpr Index kMinDistinctInputs = 10;

struct Ordering {
  std::vector<Index> rows;     ///< rows[r] is the row at position r; a random order
  std::vector<Index> columns;  ///< columns[c] is the column of X at position c; equal columns in any order
  std::vector<Index> groups;   ///< groups[r] is the group of the row at position r, numbered in the order of first rows
  Index group_count = 0;
  Index distinct_inputs = 0;  ///< number of different rows of X
};

/// Duplicate rows are numbered, and the number enters the hash, so that duplicates are distributed like other rows.
/// Rows with equal inputs form a group, which must be held out as a whole: a network could recall the target of a row
/// from its duplicates. Levels of a category (see above) form no groups: every row is its own.
Ordering canonical_order(const MatrixView& X, const MatrixView& Y, std::uint64_t seed);

}  // namespace resunit::regression
