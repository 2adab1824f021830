// SPDX-License-Identifier: BSD-3-Clause
// Divides a table into inputs and targets, and selects the columns of a regressor.
#include "io/columns.hpp"

#include <fmt/format.h>

#include "linalg/indexing.hpp"
#include "resunit/error.hpp"
#include "resunit/regress.hpp"

namespace resunit {
namespace {

void require_distinct_columns(const Table& table, const std::vector<Index>& targets) {
  std::vector<bool> is_target(static_cast<std::size_t>(table.values.cols()), false);
  for (const Index j : targets) {
    if (j < 0 || j >= table.values.cols())
      throw DataError(fmt::format("target column {}, the table has columns 1 to {}", j + 1, table.values.cols()));
    if (is_target[static_cast<std::size_t>(j)]) throw DataError(fmt::format("target column {} is given twice", j + 1));
    is_target[static_cast<std::size_t>(j)] = true;
  }
}

ModelColumns columns_of(const Regressor& regressor) {
  return {.columns = regressor.columns, .inputs = regressor.input_count(), .outputs = regressor.output_count()};
}

}  // namespace

TableSplit split_table(const Table& table, const std::vector<Index>& targets) {
  require_distinct_columns(table, targets);
  require_distinct_names(table.names);
  const std::vector<Index> inputs = complement(table.values.cols(), targets);
  TableSplit split{.X = table.values(kAll, inputs), .Y = table.values(kAll, targets)};
  split.columns.inputs = names_at(table.names, inputs);
  split.columns.targets = names_at(table.names, targets);
  split.columns.target_at = targets;
  return split;
}

Matrix inputs_of(const Regressor& regressor, const Table& table) {
  return select_inputs(columns_of(regressor), table);
}

Matrix targets_of(const Regressor& regressor, const Table& table) {
  return select_targets(columns_of(regressor), table);
}

}  // namespace resunit
