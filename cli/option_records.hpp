// SPDX-License-Identifier: BSD-3-Clause
// Command-line options from the library's own records (`describe`, model/option_record.hpp): name, default, range and
// help are written down once, there.
//
//     describe(options, AddOption{command});
#pragma once

#include <fmt/format.h>

#include <CLI/App.hpp>
#include <charconv>
#include <cmath>
#include <limits>
#include <sstream>
#include <string>
#include <type_traits>

#include "model/option_record.hpp"

namespace resunit::cli {

/// Breaks a text into lines, for the right column of the help.
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

/// Refuses numbers outside the range; leaves what is no number to the parser.
inline CLI::Validator within(const Range& range) {
  const auto complaint = [range](const std::string& text) -> std::string {
    double value = 0;
    if (!CLI::detail::lexical_cast(text, value) || (std::isfinite(value) && range.contains(value))) return "";
    return fmt::format("{} given, expected {}", text, range.text());
  };
  return CLI::Validator(complaint, "");
}

/// Refuses what the parser would take for another number: none at all, octal ones, those too large for the type.
template <class Integer>
CLI::Validator whole() {
  const auto complaint = [](const std::string& text) -> std::string {
    Integer value = 0;
    const char* const end = text.data() + text.size();
    const auto [stop, error] = std::from_chars(text.data(), end, value);
    if (error == std::errc{} && stop == end && text == std::to_string(value)) return "";
    return fmt::format("'{}' given, expected a whole number of at most {}", text, std::numeric_limits<Integer>::max());
  };
  return CLI::Validator(complaint, "");
}

/// A visitor of `describe`: one option per record; a flag where the field is a bool, with its negation if it is set.
struct AddOption {
  CLI::App& command;

  template <class Field>
  void operator()(const OptionRecord& record, Field& field) const {
    const std::string name(record.name), help = record.full_help();
    if constexpr (std::is_same_v<Field, bool>) {
      command.add_flag(field ? fmt::format("--{0},!--no-{0}", name) : "--" + name, field, wrapped(help));
    } else {
      CLI::Option* option =
          command.add_option("--" + name, field, wrapped(fmt::format("{}; {}", help, record.range.text())))
              ->capture_default_str()
              ->check(within(record.range));
      if constexpr (std::is_integral_v<Field>) option->check(whole<Field>());
    }
  }
};

}  // namespace resunit::cli
