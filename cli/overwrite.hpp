// A result must not take the place of a table it was made from.
#pragma once

#include <fmt/format.h>

#include <filesystem>
#include <initializer_list>
#include <string>
#include <system_error>

#include "resunit/error.hpp"

namespace resunit::cli {

/// Throws OptionError if `out` is one of the regular files that are read.
inline void require_other_file(const std::string& out, std::initializer_list<std::string> inputs) {
  for (const std::string& input : inputs) {
    std::error_code none;
    const bool same = std::filesystem::equivalent(out, input, none) && std::filesystem::is_regular_file(out, none);
    if (same) throw OptionError(fmt::format("{} would overwrite {}, which is read: choose another name", out, input));
  }
}

}  // namespace resunit::cli
