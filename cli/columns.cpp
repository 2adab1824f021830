// SPDX-License-Identifier: BSD-3-Clause
#include "columns.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>
#include <optional>

#include "io/columns.hpp"
#include "linalg/indexing.hpp"
#include "resunit/error.hpp"
#include "suggest.hpp"

namespace resunit::cli {
namespace {

std::optional<Index> as_number(const std::string& word) {
  Index number = 0;
  const auto [stop, error] = std::from_chars(word.data(), word.data() + word.size(), number);
  if (error != std::errc() || stop != word.data() + word.size()) return {};
  return number;
}

Index find_by_number(const Table& table, const std::string& option, const std::string& word) {
  const std::optional<Index> number = as_number(word);
  if (!number)
    throw OptionError(fmt::format("{} {}: the table has no header; give a column number from 1 to {}", option, word,
                                  table.values.cols()));
  if (*number < 1 || *number > table.values.cols())
    throw OptionError(fmt::format("{} {}: the table has columns 1 to {}", option, word, table.values.cols()));
  return *number - 1;
}

Index find_by_name(const Table& table, const std::string& option, const std::string& word) {
  const auto found = std::find(table.names.begin(), table.names.end(), word);
  if (found != table.names.end()) return found - table.names.begin();
  const std::string hint = did_you_mean(word, table.names);
  if (!hint.empty()) throw OptionError(fmt::format("{} {}: the table has no such column.{}", option, word, hint));
  throw OptionError(fmt::format("{} {}: the table has no such column; its columns are {}", option, word,
                                fmt::join(table.names, ", ")));
}

}  // namespace

std::vector<Index> find_columns(const Table& table, const std::string& option, const std::vector<std::string>& words) {
  std::vector<Index> columns;
  for (const std::string& word : words) {
    const Index column = table.names.empty() ? find_by_number(table, option, word) : find_by_name(table, option, word);
    if (std::find(columns.begin(), columns.end(), column) != columns.end())
      throw OptionError(fmt::format("{} {}: the column is given twice", option, word));
    columns.push_back(column);
  }
  return columns;
}

Table selected_columns(const Table& table, const std::vector<Index>& columns) {
  return {.values = table.values(kAll, columns), .names = names_at(table.names, columns)};
}

}  // namespace resunit::cli
