// Tables as text: one sample per line, fields separated by comma, semicolon or tab.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "io/atomic_file.hpp"
#include "resunit/io.hpp"

namespace resunit {

inline constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";  ///< what may stand before the text

/// Parses the text of a whole file, whose name only serves the messages, on so many threads (0: all cores).
Table parse_csv(const std::string& file, std::string_view text, int threads);

/// The first line, from which the names read back as they are, but for line breaks within them; nothing without names.
std::string csv_header(const std::vector<std::string>& names);

void write_csv_rows(AtomicFile& out, const MatrixView& values, int threads);  ///< 0: all cores

}  // namespace resunit
