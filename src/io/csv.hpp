// Tables as text: one sample per line, fields separated by comma, semicolon or tab.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "io/atomic_file.hpp"
#include "resunit/io.hpp"

namespace resunit {

/// Parses the text of a whole file, whose name only serves the messages, on so many threads (0: all cores).
Table parse_csv(const std::string& file, std::string_view text, int threads);

/// Is a field neither a number nor the sign of a missing one?
bool is_text(std::string_view field);

void write_csv_header(AtomicFile& out, const std::vector<std::string>& names);  ///< nothing without names
void write_csv_rows(AtomicFile& out, const MatrixView& values, int threads);    ///< 0: all cores

}  // namespace resunit
