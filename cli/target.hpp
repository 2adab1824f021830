// SPDX-License-Identifier: BSD-3-Clause
// The columns that --target names.
#pragma once

#include <string>
#include <vector>

#include "resunit/table.hpp"

namespace resunit::cli {

/// Column indices, from 0. A word is a name in the header or, in a table without a header, a column number from 1.
/// Throws OptionError for any other word, with the name that may have been meant.
std::vector<Index> find_targets(const Table& table, const std::vector<std::string>& words);

}  // namespace resunit::cli
