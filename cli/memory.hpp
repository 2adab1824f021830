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
      ->transform(CLI::Validator(
          [](std::string& text) -> std::string {
            const bool has_digits = !text.empty() && text.find_first_not_of("0123456789") > 0;
            const bool is_zero = text.find_first_of("123456789") == std::string::npos;
            if (!has_digits || is_zero || text.find('.') != std::string::npos)
              return fmt::format("{} given, expected a whole number with or without a unit, as 512MiB or 2GiB", text);
            return {};
          },
          ""))
      ->transform(CLI::AsSizeValue(true).description(""));
}

}  // namespace resunit::cli
