// --memory 2GiB: how much may be held at a time.
#pragma once

#include <fmt/format.h>

#include <CLI/App.hpp>
#include <cstdint>
#include <string>

#include "option_records.hpp"

namespace resunit::cli {

/// Adds --memory SIZE, in bytes or with a unit: KiB, MiB, GiB and kB, MB, GB.
inline void add_memory(CLI::App& command, std::uint64_t& bytes, const std::string& help) {
  command
      .add_option("--memory", bytes,
                  wrapped(fmt::format("memory that {}, as 2GiB; half of the machine's if absent", help)))
      ->type_name("SIZE")
      ->transform(CLI::AsSizeValue(true).description(""));
}

}  // namespace resunit::cli
