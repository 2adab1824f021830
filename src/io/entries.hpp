// SPDX-License-Identifier: BSD-3-Clause
// Numbers that are read from or written to a file must be finite.
#pragma once

#include <fmt/format.h>

#include <string>

#include "linalg/entry_check.hpp"
#include "resunit/error.hpp"

namespace resunit {

/// Throws DataError "WHERE, row 3, column 1: nan is not a finite number" for the first entry that is NaN or infinite;
/// row 0 of `values` is row `first_row` of the table.
inline void require_finite_entries(const std::string& where, const MatrixView& values, Index first_row) {
  if (const std::optional<Entry> entry = first_entry_beyond(values))
    throw DataError(fmt::format("{}, row {}, column {}: {} is not a finite number", where, first_row + entry->row + 1,
                                entry->column + 1, entry->value));
}

}  // namespace resunit
