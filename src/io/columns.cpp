// SPDX-License-Identifier: BSD-3-Clause
#include "io/columns.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "linalg/indexing.hpp"
#include "model/counted.hpp"
#include "resunit/error.hpp"

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
    if (!contains(columns.inputs, name) && !contains(columns.targets, name) && !contains(columns.ignored, name))
      throw DataError(fmt::format("the table has a column '{}' that the model was not trained on", name));
}

/// True if the columns of a table without names are those of the training table, targets included.
bool is_whole_table(const ModelColumns& model, const Table& table) {
  const Columns& columns = model.columns;
  return columns.inputs.empty() && !columns.target_at.empty() && table.values.cols() == model.inputs + model.outputs;
}

/// " and no header" if the table is the reason that columns are selected by position.
void require_count(const ModelColumns& model, const Table& table, const char* kind, Index count) {
  if (table.values.cols() == count) return;
  const bool is_named = !model.columns.inputs.empty();
  throw DataError(fmt::format("the table has {}{}, the model{} requires {}", counted(table.values.cols(), "column"),
                              table.names.empty() ? " and no header" : "",
                              table.names.empty() || is_named ? "" : " has no column names and",
                              counted(count, fmt::format("{} column", kind))));
}

}  // namespace

Matrix select_inputs(const ModelColumns& model, const Table& table) {
  if (!model.columns.inputs.empty() && !table.names.empty()) {
    const std::vector<Index> positions = positions_of(model.columns.inputs, positions_by_name(table.names));
    require_known(model.columns, table);
    return table.values(kAll, positions);
  }
  if (is_whole_table(model, table)) return table.values(kAll, complement(table.values.cols(), model.columns.target_at));
  require_count(model, table, "input", model.inputs);
  return table.values;
}

Matrix select_targets(const ModelColumns& model, const Table& table) {
  if (!model.columns.targets.empty() && !table.names.empty())
    return table.values(kAll, positions_of(model.columns.targets, positions_by_name(table.names)));
  if (is_whole_table(model, table)) return table.values(kAll, model.columns.target_at);
  require_count(model, table, "output", model.outputs);
  return table.values;
}

void require_distinct_names(const std::vector<std::string>& names) {
  positions_by_name(names);
}

std::vector<std::string> names_at(const std::vector<std::string>& names, const std::vector<Index>& positions) {
  std::vector<std::string> selected;
  if (names.empty()) return selected;
  for (const Index j : positions) selected.push_back(names[static_cast<std::size_t>(j)]);
  return selected;
}

std::vector<Index> complement(Index count, const std::vector<Index>& excluded) {
  std::vector<Index> kept;
  for (Index j = 0; j < count; ++j)
    if (std::find(excluded.begin(), excluded.end(), j) == excluded.end()) kept.push_back(j);
  return kept;
}

}  // namespace resunit
