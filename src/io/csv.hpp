// SPDX-License-Identifier: BSD-3-Clause
// Tables as text: one sample per line, fields separated by comma, semicolon or tab.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "resunit/table.hpp"
#include "system/atomic_file.hpp"

namespace resunit {

inline constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";  ///< may precede the text

/// Parses the text of a whole file; `file` is used in messages only.
Table parse_csv(const std::string& file, std::string_view text, const ReadOptions& options);

/// The header line. Names are read back unchanged, except for line breaks within them. Empty if there are no names.
std::string csv_header(const std::vector<std::string>& names);

void write_csv_rows(AtomicFile& out, const MatrixView& values, int threads);  ///< 0: all cores

}  // namespace resunit
