// An order of rows and columns that depends on their content alone, so that results do not depend on how a table was
// sorted. Columns are ordered by a sum of hashes over their rows, rows by a sum of hashes over their columns: sums do
// not see order.
#pragma once

#include <cstdint>
#include <vector>

#include "resunit/types.hpp"

namespace resunit::regression {

struct Ordering {
  std::vector<Index> rows;     ///< rows[r] is the row that comes r-th; a random order
  std::vector<Index> columns;  ///< columns[c] is the column of X that comes c-th; equal columns in any order
};

/// Copies of a row are numbered and each number is hashed with it, so that copies are spread like other rows.
Ordering canonical_order(const MatrixView& X, const MatrixView& Y, std::uint64_t seed);

}  // namespace resunit::regression
