// SPDX-License-Identifier: BSD-3-Clause
// An order of rows and columns that depends on their content only, so that results do not depend on the order of the
// table. Columns are ordered by a sum of hashes over their rows, rows by a sum of hashes over their columns: sums do
// not depend on the order.
#pragma once

#include <cstdint>
#include <vector>

#include "resunit/types.hpp"

namespace resunit::regression {

struct Ordering {
  std::vector<Index> rows;     ///< rows[r] is the row at position r; a random order
  std::vector<Index> columns;  ///< columns[c] is the column of X at position c; equal columns in any order
};

/// Duplicate rows are numbered, and the number enters the hash, so that duplicates are distributed like other rows.
Ordering canonical_order(const MatrixView& X, const MatrixView& Y, std::uint64_t seed);

}  // namespace resunit::regression
