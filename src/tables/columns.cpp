// SPDX-License-Identifier: BSD-3-Clause
// Columns of a table by name, or by position if there are no names.
#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "linalg/indexing.hpp"
#include "resunit/error.hpp"
#include "resunit/regress.hpp"

namespace resunit {
namespace {

using Places = std::map<std::string, Index, std::less<>>;

Places places_by_name(const std::vector<std::string>& names) {
  Places places;
  for (std::size_t j = 0; j < names.size(); ++j) {
    const auto [known, is_new] = places.emplace(names[j], static_cast<Index>(j));
    if (!is_new)
      throw DataError(
          fmt::format("columns {} and {} of the table are both named '{}'", known->second + 1, j + 1, names[j]));
  }
  return places;
}

bool contains(const std::vector<std::string>& names, const std::string& name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

std::vector<Index> places_of(const std::vector<std::string>& names, const Places& places) {
  std::vector<Index> found;
  for (const std::string& name : names) {
    const auto place = places.find(name);
    if (place == places.end())
      throw DataError(fmt::format("the table has no column '{}', which the model takes", name));
    found.push_back(place->second);
  }
  return found;
}

void require_known(const Columns& columns, const Table& table) {
  for (const std::string& name : table.names)
    if (!contains(columns.inputs, name) && !contains(columns.targets, name))
      throw DataError(fmt::format("the table has a column '{}', which the model does not know", name));
}

/// 0, ..., count - 1 without `left_out`.
std::vector<Index> others(Index count, const std::vector<Index>& left_out) {
  std::vector<Index> kept;
  for (Index j = 0; j < count; ++j)
    if (std::find(left_out.begin(), left_out.end(), j) == left_out.end()) kept.push_back(j);
  return kept;
}

bool has_names(const Regressor& regressor, const Table& table) {
  return !regressor.columns.inputs.empty() && !table.names.empty();
}

/// True if the columns of a table without names are those of the training table, targets included.
bool is_whole_table(const Regressor& regressor, const Table& table) {
  const Columns& columns = regressor.columns;
  return columns.inputs.empty() && !columns.target_at.empty() &&
         table.values.cols() == regressor.input_count() + regressor.output_count();
}

}  // namespace

TableSplit split_table(const Table& table, const std::vector<Index>& targets) {
  places_by_name(table.names);
  const std::vector<Index> inputs = others(table.values.cols(), targets);
  TableSplit split{.X = table.values(kAll, inputs), .Y = table.values(kAll, targets)};
  split.columns.target_at = targets;
  if (table.names.empty()) return split;
  for (const Index j : inputs) split.columns.inputs.push_back(table.names[static_cast<std::size_t>(j)]);
  for (const Index j : targets) split.columns.targets.push_back(table.names[static_cast<std::size_t>(j)]);
  return split;
}

Matrix inputs_of(const Regressor& regressor, const Table& table) {
  if (has_names(regressor, table)) {
    const std::vector<Index> places = places_of(regressor.columns.inputs, places_by_name(table.names));
    require_known(regressor.columns, table);
    return table.values(kAll, places);
  }
  if (is_whole_table(regressor, table))
    return table.values(kAll, others(table.values.cols(), regressor.columns.target_at));
  if (table.values.cols() != regressor.input_count())
    throw DataError(fmt::format("the table has {} columns and {}, the model takes {}", table.values.cols(),
                                table.names.empty() ? "no header" : "the model knows no names",
                                regressor.input_count()));
  return table.values;
}

Matrix targets_of(const Regressor& regressor, const Table& table) {
  if (has_names(regressor, table))
    return table.values(kAll, places_of(regressor.columns.targets, places_by_name(table.names)));
  if (is_whole_table(regressor, table)) return table.values(kAll, regressor.columns.target_at);
  if (table.values.cols() != regressor.output_count())
    throw DataError(
        fmt::format("the table has {} columns, the model gives {}", table.values.cols(), regressor.output_count()));
  return table.values;
}

}  // namespace resunit
