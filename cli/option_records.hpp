// SPDX-License-Identifier: BSD-3-Clause
// Command-line options from the library's option records (`describe`, model/option_record.hpp), the only place that
// states name, range, group and help of an option.
//
//     add_options(command, options);
#pragma once

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <limits>
#include <sstream>
#include <string>
#include <type_traits>

#include "model/option_record.hpp"

namespace resunit::cli {

/// Breaks a text into lines for the right column of the help.
inline std::string wrapped(const std::string& text) {
  constexpr std::size_t kWidth = 72;
  std::istringstream words(text);
  std::string lines;
  std::size_t column = 0;
  for (std::string word; words >> word; column += word.size() + 1) {
    if (column + word.size() > kWidth) column = 0;
    if (!lines.empty()) lines += column == 0 ? '\n' : ' ';
    lines += word;
  }
  return lines;
}

/// Rejects numbers outside the range. Text that is not a number is rejected by the parser.
inline CLI::Validator within(const Range& range) {
  const auto error_message = [range](const std::string& text) -> std::string {
    double value = 0;
    if (!CLI::detail::lexical_cast(text, value) || (std::isfinite(value) && range.contains(value))) return "";
    return fmt::format("{} given, expected {}", text, range.text());
  };
  return CLI::Validator(error_message, "");
}

/// Accepts integers only in the form in which they are printed. The parser alone would accept an empty text as 0, a
/// leading 0 as octal, and numbers too large for the type.
template <class Integer>
CLI::Validator whole_number() {
  const auto error_message = [](const std::string& text) -> std::string {
    Integer value = 0;
    const char* const end = text.data() + text.size();
    const auto [stop, error] = std::from_chars(text.data(), end, value);
    if (error == std::errc{} && stop == end && text == std::to_string(value)) return "";
    return fmt::format("'{}' given, expected a whole number of at most {}", text, std::numeric_limits<Integer>::max());
  };
  return CLI::Validator(error_message, "");
}

/// The heading of a group as CLI11 expects it.
inline std::string group_name(OptionGroup group) {
  return std::string(heading(group));
}

/// One option for a record: a flag if the field is a bool, also with its negation if it is on by default.
template <class Field>
void add_option(CLI::App& command, const OptionRecord& record, Field& field) {
  const std::string name(record.name), help = record.full_help();
  CLI::Option* option = nullptr;
  if constexpr (std::is_same_v<Field, bool>) {
    option = command.add_flag(field ? fmt::format("--{0},!--no-{0}", name) : "--" + name, field, wrapped(help));
  } else {
    option = command.add_option("--" + name, field, wrapped(fmt::format("{} Expects {}.", help, record.range.text())))
                 ->capture_default_str()
                 ->check(within(record.range));
    if constexpr (std::is_integral_v<Field>) option->check(whole_number<Field>());
  }
  option->group(group_name(record.group));
}

/// Adds all options of a struct, group by group: CLI11 prints the groups in the order of their first options.
template <class Options>
void add_options(CLI::App& command, Options& options) {
  for (int group = 0; group <= static_cast<int>(kLastOptionGroup); ++group)
    describe(options, [&](const OptionRecord& record, auto& field) {
      if (static_cast<int>(record.group) == group) add_option(command, record, field);
    });
}

/// --bias: a flag with an optional value. run_program joins a value that follows to the flag.
inline CLI::Option* add_bias(CLI::App& command, std::string& bias, const std::string& help) {
  return command.add_flag("--bias{both}", bias, wrapped(help))->check(CLI::IsMember(names_of<Bias>()));
}

/// --seed and --threads of commands whose other options have no records.
inline void add_seed(CLI::App& command, std::uint64_t& seed) {
  command.add_option("--seed", seed, "Random seed; equal seeds give identical results.")
      ->capture_default_str()
      ->check(whole_number<std::uint64_t>());
}
inline void add_threads(CLI::App& command, int& threads) {
  command.add_option("--threads", threads, "Number of threads; 0 uses all cores.")
      ->capture_default_str()
      ->check(within(at_least(0)))
      ->check(whole_number<int>());
}

}  // namespace resunit::cli
