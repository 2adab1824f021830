// Tables as text: one sample per line, fields separated by comma, semicolon or tab.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "io/atomic_file.hpp"
#include "resunit/io.hpp"

namespace resunit {

/// Parses the text of a whole file, whose name only serves the messages.
Table parse_csv(const std::string& file, std::string_view text);

void write_csv(AtomicFile& out, const MatrixView& values, const std::vector<std::string>& names);

}  // namespace resunit
