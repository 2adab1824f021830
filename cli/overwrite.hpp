// SPDX-License-Identifier: BSD-3-Clause
// An output file must not overwrite an input file or another output file.
#pragma once

#include <fmt/format.h>

#include <filesystem>
#include <initializer_list>
#include <string>
#include <system_error>

#include "resunit/error.hpp"

namespace resunit::cli {

/// Throws OptionError if `out` is the same regular file as one of `others`, the input files and the other output files.
/// Empty names are ignored.
inline void require_distinct_file(const std::string& out, std::initializer_list<std::string> others) {
  if (out == "-") throw OptionError("'-' (standard output) is only supported by predict");
  for (const std::string& other : others) {
    if (other.empty()) continue;
    std::error_code none;
    const bool exists = std::filesystem::exists(other, none);
    const bool same =
        exists ? std::filesystem::equivalent(out, other, none) && std::filesystem::is_regular_file(out, none)
               : std::filesystem::weakly_canonical(out, none) == std::filesystem::weakly_canonical(other, none);
    if (same)
      throw OptionError(fmt::format(
          "{} would overwrite {}, which this command also reads or writes; choose a different name", out, other));
  }
}

/// True for the names of standard output.
inline bool is_standard_output(const std::string& file) {
  const std::string name = std::filesystem::path(file).lexically_normal().string();
  return name == "/dev/stdout" || name == "/dev/fd/1" || name == "/proc/self/fd/1";
}

/// Throws OptionError if a file that is written together with the document of --json is standard output.
inline void require_one_document(bool json, std::initializer_list<std::string> files) {
  for (const std::string& file : files)
    if (json && is_standard_output(file))
      throw OptionError(fmt::format("--json also writes to standard output ({}); choose a file or omit --json", file));
}

}  // namespace resunit::cli
