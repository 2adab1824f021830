// SPDX-License-Identifier: BSD-3-Clause
// The columns that --target, --input-columns and --output-columns name.
#pragma once

#include <string>
#include <vector>

#include "resunit/table.hpp"

namespace resunit::cli {

/// Column indices, from 0. A word is a name in the header or, in a table without a header, a column number from 1.
/// Throws OptionError for any other word, with the name that may have been meant; `option` is "--target".
std::vector<Index> find_columns(const Table& table, const std::string& option, const std::vector<std::string>& words);

/// These columns of a table, in this order.
Table selected_columns(const Table& table, const std::vector<Index>& columns);

}  // namespace resunit::cli
