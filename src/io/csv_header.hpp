// SPDX-License-Identifier: BSD-3-Clause
// Is the first line of a CSV file a header? Text is; numbers are a sample, except for the integers that programs write
// as names of unnamed columns: `to_csv` of pandas writes 0,1,2,.. above numbers that all have a decimal point.
#pragma once

#include <string_view>
#include <vector>

#include "resunit/table.hpp"

namespace resunit {

/// How to read the first line with these fields; `rows` are the lines after it. The rules of Header::automatic:
///  - text and no number: names.
///  - 0, 1, .., k-1 in order (k >= 2) or in another order (k >= 3), or 1, .., k in order (k >= 3), if every other number
///    of the file has a decimal point or an exponent: numeric names.
///  - other distinct integers above such numbers (for one column, only 0), or 0, 1, .. or 1, 2, .. in order above
///    integers (k >= 3): a sample, in doubt.
///  - everything else: a sample.
FirstLine classify_first_line(const std::vector<std::string_view>& fields, std::string_view rows, char delimiter,
                              Header header);

}  // namespace resunit
