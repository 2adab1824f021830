// SPDX-License-Identifier: BSD-3-Clause
// Finds the word that the user may have meant, by edit distance.
#include "suggest.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <numeric>
#include <vector>

namespace resunit::cli {
namespace {

/// The Levenshtein distance: the number of letters to insert, delete or replace.
std::size_t edit_distance(std::string_view from, std::string_view to) {
  std::vector<std::size_t> row(to.size() + 1);
  std::iota(row.begin(), row.end(), 0);
  for (std::size_t i = 0; i < from.size(); ++i) {
    std::size_t diagonal = std::exchange(row[0], i + 1);
    for (std::size_t j = 0; j < to.size(); ++j) {
      const std::size_t replaced = diagonal + (from[i] == to[j] ? 0 : 1);
      diagonal = row[j + 1];
      row[j + 1] = std::min({replaced, row[j] + 1, row[j + 1] + 1});
    }
  }
  return row.back();
}

std::string lower_case(std::string_view word) {
  std::string lower(word);
  std::transform(lower.begin(), lower.end(), lower.begin(), [](unsigned char c) { return std::tolower(c); });
  return lower;
}

std::vector<std::string> command_names(const CLI::App& program) {
  std::vector<std::string> names;
  for (const CLI::App* command : program.get_subcommands({})) names.push_back(command->get_name());
  return names;
}

std::vector<std::string> option_names(const CLI::App& command) {
  std::vector<std::string> names;
  for (const CLI::Option* option : command.get_options()) {
    for (const std::string& name : option->get_lnames()) names.push_back("--" + name);
  }
  return names;
}

}  // namespace

std::string did_you_mean(std::string_view word, const std::vector<std::string>& known) {
  const std::string lower = lower_case(word);
  const auto distance = [&](const std::string& other) { return edit_distance(lower, lower_case(other)); };
  const auto nearest = std::min_element(
      known.begin(), known.end(), [&](const auto& one, const auto& other) { return distance(one) < distance(other); });
  if (nearest == known.end() || distance(*nearest) > (nearest->size() + 1) / 2) return "";
  if (distance(*nearest) > 0 && distance(*nearest) >= nearest->size()) return "";  // no letter in common
  return fmt::format(" Did you mean '{}'?", *nearest);
}

std::string usage_message(const CLI::App& program, const CLI::ParseError& error) {
  // A mistyped option can also appear as a required option that is missing. The unknown word explains both.
  const bool about_words =
      dynamic_cast<const CLI::ExtrasError*>(&error) || dynamic_cast<const CLI::RequiredError*>(&error);
  const std::vector<std::string> unknown = program.remaining(true);
  if (!about_words || unknown.empty()) return error.what();

  const std::string& word = unknown.front();
  const std::vector<CLI::App*> chosen = program.get_subcommands();
  if (word.starts_with('-')) {
    const CLI::App& command = chosen.empty() ? program : *chosen.front();
    return fmt::format("unknown option '{}'.{}", word, did_you_mean(word, option_names(command)));
  }
  if (chosen.empty()) return fmt::format("unknown command '{}'.{}", word, did_you_mean(word, command_names(program)));
  return fmt::format("unexpected argument '{}'.", word);
}

}  // namespace resunit::cli
