// SPDX-License-Identifier: BSD-3-Clause
// Reads a whole file: tables and models are parsed in place, in memory.
#pragma once

#include <filesystem>
#include <string>

namespace resunit {

/// All bytes of a file, a pipe or a device; throws DataError "cannot read FILE: reason", also if it is empty.
std::string read_whole_file(const std::filesystem::path& file);

/// Throws DataError "cannot read FILE: reason" for a value of errno.
[[noreturn]] void throw_unreadable(const std::filesystem::path& file, int error);

}  // namespace resunit
