// SPDX-License-Identifier: BSD-3-Clause
// Columns in messages, and the validation of their names and ranges.
#pragma once

#include <string>

#include "resunit/columns.hpp"

namespace resunit {

/// "the column 'alcohol'" or "column 3 of X"
std::string input_name(const Columns& columns, Index column);
std::string output_name(const Columns& columns, Index column);  ///< "column 2 of Y" or "the output 'b'"

/// Throws DataError unless all inputs have names or none has, all targets have names or none has, and the positions of
/// the targets, if known, are those of columns of a table.
void require_columns(const Columns& columns, Index inputs, Index outputs);

/// Throws DataError unless the range is unknown, or finite and not empty for each input.
void require_range(const InputRange& range, Index inputs);

}  // namespace resunit
