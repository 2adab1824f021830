// SPDX-License-Identifier: BSD-3-Clause
// Selects the columns of a table that a model requires: by name, or by position if the table or the model has no names.
#pragma once

#include <string>
#include <vector>

#include "resunit/columns.hpp"
#include "resunit/table.hpp"

namespace resunit {

/// The columns of a model and their numbers.
struct ModelColumns {
  const Columns& columns;
  Index inputs;
  Index outputs;
};

/// The inputs of a model. By name, the order is arbitrary, and the table may contain every column of the training table.
/// By position, the table has the inputs only or, for a model without names, all columns of the training table. Throws
/// DataError with the columns that are missing or unexpected.
Matrix select_inputs(const ModelColumns& model, const Table& table);

/// The targets of a model, selected in the same way.
Matrix select_targets(const ModelColumns& model, const Table& table);

/// Throws DataError if two columns have the same name, since columns are selected by name.
void require_distinct_names(const std::vector<std::string>& names);

/// The names at these positions; empty if there are no names.
std::vector<std::string> names_at(const std::vector<std::string>& names, const std::vector<Index>& positions);

/// 0, ..., count - 1 without `excluded`.
std::vector<Index> complement(Index count, const std::vector<Index>& excluded);

}  // namespace resunit
