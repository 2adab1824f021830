// SPDX-License-Identifier: BSD-3-Clause
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
      ->transform(CLI::AsSizeValue(true).description(""))
      ->transform(CLI::Validator(
          [](std::string& text) -> std::string {
            std::string digits = text.substr(0, text.find_first_not_of("0123456789"));
            const bool is_number = digits != "0" && whole<std::uint64_t>()(digits).empty();
            if (is_number && text.find('.') == std::string::npos) return {};
            return fmt::format("{} given, expected a whole number with or without a unit, as 512MiB or 2GiB", text);
          },
          ""));  // the last one added is asked first
}

}  // namespace resunit::cli
