// SPDX-License-Identifier: BSD-3-Clause
// Selects the columns of a table by name, or by position if there are no names.
#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "linalg/indexing.hpp"
#include "model/counted.hpp"
#include "resunit/error.hpp"
#include "resunit/regress.hpp"

namespace resunit {
namespace {

using Positions = std::map<std::string, Index, std::less<>>;

Positions positions_by_name(const std::vector<std::string>& names) {
  Positions positions;
  for (std::size_t j = 0; j < names.size(); ++j) {
    const auto [known, is_new] = positions.emplace(names[j], static_cast<Index>(j));
    if (!is_new)
      throw DataError(
          fmt::format("columns {} and {} of the table are both named '{}'", known->second + 1, j + 1, names[j]));
  }
  return positions;
}

bool contains(const std::vector<std::string>& names, const std::string& name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

std::vector<Index> positions_of(const std::vector<std::string>& names, const Positions& positions) {
  std::vector<Index> found;
  for (const std::string& name : names) {
    const auto position = positions.find(name);
    if (position == positions.end())
      throw DataError(fmt::format("the table has no column '{}', which the model requires", name));
    found.push_back(position->second);
  }
  return found;
}

void require_known(const Columns& columns, const Table& table) {
  for (const std::string& name : table.names)
    if (!contains(columns.inputs, name) && !contains(columns.targets, name))
      throw DataError(fmt::format("the table has a column '{}' that the model was not trained on", name));
}

/// 0, ..., count - 1 without `excluded`.
std::vector<Index> complement(Index count, const std::vector<Index>& excluded) {
  std::vector<Index> kept;
  for (Index j = 0; j < count; ++j)
    if (std::find(excluded.begin(), excluded.end(), j) == excluded.end()) kept.push_back(j);
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

void require_distinct_columns(const Table& table, const std::vector<Index>& targets) {
  std::vector<bool> is_target(static_cast<std::size_t>(table.values.cols()), false);
  for (const Index j : targets) {
    if (j < 0 || j >= table.values.cols())
      throw DataError(fmt::format("target column {}, the table has columns 1 to {}", j + 1, table.values.cols()));
    if (is_target[static_cast<std::size_t>(j)]) throw DataError(fmt::format("target column {} is given twice", j + 1));
    is_target[static_cast<std::size_t>(j)] = true;
  }
}

}  // namespace

TableSplit split_table(const Table& table, const std::vector<Index>& targets) {
  require_distinct_columns(table, targets);
  positions_by_name(table.names);
  const std::vector<Index> inputs = complement(table.values.cols(), targets);
  TableSplit split{.X = table.values(kAll, inputs), .Y = table.values(kAll, targets)};
  split.columns.target_at = targets;
  if (table.names.empty()) return split;
  for (const Index j : inputs) split.columns.inputs.push_back(table.names[static_cast<std::size_t>(j)]);
  for (const Index j : targets) split.columns.targets.push_back(table.names[static_cast<std::size_t>(j)]);
  return split;
}

Matrix inputs_of(const Regressor& regressor, const Table& table) {
  if (has_names(regressor, table)) {
    const std::vector<Index> positions = positions_of(regressor.columns.inputs, positions_by_name(table.names));
    require_known(regressor.columns, table);
    return table.values(kAll, positions);
  }
  if (is_whole_table(regressor, table))
    return table.values(kAll, complement(table.values.cols(), regressor.columns.target_at));
  if (table.values.cols() != regressor.input_count())
    throw DataError(fmt::format("the table has {} columns{}, the model{} requires {} input columns",
                                table.values.cols(), table.names.empty() ? " and no header" : "",
                                table.names.empty() ? "" : " has no column names and", regressor.input_count()));
  return table.values;
}

Matrix targets_of(const Regressor& regressor, const Table& table) {
  if (has_names(regressor, table))
    return table.values(kAll, positions_of(regressor.columns.targets, positions_by_name(table.names)));
  if (is_whole_table(regressor, table)) return table.values(kAll, regressor.columns.target_at);
  if (table.values.cols() != regressor.output_count())
    throw DataError(fmt::format("the table has {}, the model has {}", counted(table.values.cols(), "column"),
                                counted(regressor.output_count(), "output")));
  return table.values;
}

}  // namespace resunit
