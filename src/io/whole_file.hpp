// Reads a file in one piece: tables and models are parsed in place, in memory.
#pragma once

#include <filesystem>
#include <string>

namespace resunit {

/// All bytes of a file, a pipe or a device; throws DataError "cannot read FILE: reason", also if there are
/// none.
std::string read_whole_file(const std::filesystem::path& file);

}  // namespace resunit
