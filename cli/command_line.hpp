// SPDX-License-Identifier: BSD-3-Clause
// The command line as it was typed, for reports, and with changed options, for advice.
#pragma once

#include <CLI/CLI.hpp>
#include <algorithm>
#include <string>
#include <utility>
#include <vector>

namespace resunit::cli {

/// A word as the shell reads it: in single quotes if it contains anything but letters, digits and _./:=,+-@%
inline std::string quoted(const std::string& word) {
  const auto is_plain = [](unsigned char c) {
    return std::isalnum(c) || std::string("_./:=,+-@%").find(c) != std::string::npos;
  };
  if (!word.empty() && std::all_of(word.begin(), word.end(), is_plain)) return word;
  std::string text = "'";
  for (const char c : word) text += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return text + "'";
}

/// The name of a flag as it was given: "--reweight" or "--no-reweight".
inline std::string flag_name(const CLI::Option& option) {
  const std::vector<std::string>& names = option.get_lnames();
  const auto negated =
      std::find_if(names.begin(), names.end(), [](const std::string& name) { return name.rfind("no-", 0) == 0; });
  const bool is_off = !option.results().empty() && option.results().front() == "false";
  return is_off && negated != names.end() ? "--" + *negated : option.get_name();
}

/// "resunit fit x.csv y.csv --model m.json": every argument that was given, but not the options named in `omitted`.
inline std::string command_line(const CLI::App& command, const std::vector<std::string>& omitted = {}) {
  std::string text = "resunit " + command.get_name();
  const auto append = [&](const CLI::Option& option) {
    const char separator = option.get_delimiter() == '\0' ? ' ' : option.get_delimiter();
    char before = ' ';
    for (const std::string& word : option.results()) text += std::exchange(before, separator) + quoted(word);
  };
  for (const CLI::Option* option : command.get_options())
    if (option->count() > 0 && option->get_positional()) append(*option);
  for (const CLI::Option* option : command.get_options()) {
    const bool is_omitted = std::find(omitted.begin(), omitted.end(), option->get_name()) != omitted.end();
    if (option->count() == 0 || option->get_positional() || is_omitted) continue;
    text += ' ' + flag_name(*option);
    if (option->get_items_expected_max() > 0) append(*option);
  }
  return text;
}

}  // namespace resunit::cli
