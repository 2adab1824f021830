// SPDX-License-Identifier: BSD-3-Clause
// --memory 2GiB: the memory limit of a command.
#pragma once

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <cstdint>
#include <string>

#include "option_records.hpp"

namespace resunit::cli {

/// Adds --memory SIZE, in bytes or with a suffix: KiB, MiB, GiB or kB, MB, GB. `effect` is a sentence for the help.
inline CLI::Option* add_memory(CLI::App& command, std::uint64_t& bytes, const std::string& effect) {
  return command
      .add_option(
          "--memory", bytes,
          wrapped(fmt::format("Memory limit, such as 2GiB; half of the machine's memory by default. {}", effect)))
      ->type_name("SIZE")
      ->transform(CLI::AsSizeValue(true).description(""))
      ->transform(CLI::Validator(
          [](std::string& text) -> std::string {
            std::string digits = text.substr(0, text.find_first_not_of("0123456789"));
            const bool is_number = digits != "0" && whole_number<std::uint64_t>()(digits).empty();
            if (is_number && text.find('.') == std::string::npos) return {};
            return fmt::format("{} given, expected a positive number of bytes or a size such as 512MiB or 2GiB", text);
          },
          ""));  // CLI11 calls the validator that was added last first
}

}  // namespace resunit::cli
