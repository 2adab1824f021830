// SPDX-License-Identifier: BSD-3-Clause
// A result must not take the place of a table it was made from, nor of another result.
#pragma once

#include <fmt/format.h>

#include <filesystem>
#include <initializer_list>
#include <string>
#include <system_error>

#include "resunit/error.hpp"

namespace resunit::cli {

/// Throws OptionError if `out` is one of the regular files that are read, or that are to be written beside it.
inline void require_other_file(const std::string& out, std::initializer_list<std::string> others) {
  if (out == "-") throw OptionError("- is no name of a file here: only predict writes to standard output");
  for (const std::string& other : others) {
    if (other.empty()) continue;
    std::error_code none;
    const bool exists = std::filesystem::exists(other, none);
    const bool same =
        exists ? std::filesystem::equivalent(out, other, none) && std::filesystem::is_regular_file(out, none)
               : std::filesystem::weakly_canonical(out, none) == std::filesystem::weakly_canonical(other, none);
    if (same)
      throw OptionError(fmt::format("{} would overwrite {}, which is {}: choose another name", out, other,
                                    exists ? "read" : "written too"));
  }
}

}  // namespace resunit::cli
