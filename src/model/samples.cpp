// SPDX-License-Identifier: BSD-3-Clause
// Validation of samples: matching shapes and finite numbers of moderate size, or a DataError with the location.
#include "resunit/samples.hpp"

#include <fmt/format.h>

#include <cmath>

#include "linalg/entry_check.hpp"
#include "linalg/indexing.hpp"
#include "model/columns.hpp"
#include "model/counted.hpp"
#include "model/unit_parts.hpp"
#include "resunit/error.hpp"

namespace resunit {
namespace {

void require_entries(const MatrixView& matrix, const char* name) {
  if (matrix.size() == 0) throw DataError(fmt::format("{} is empty", name));
}

/// "X is NaN in row 5, column 3"
[[noreturn]] void throw_entry_error(const char* name, double value, Index row, const std::string& column) {
  throw DataError(fmt::format("{} is {} in row {}, column {}{}", name,
                              std::isnan(value) ? "NaN" : fmt::format("{}", value), row, column,
                              std::isfinite(value) ? ": too large to be squared safely" : ""));
}

}  // namespace

Dataset select_samples(const Samples& samples, const std::vector<Index>& rows) {
  return {.X = samples.X(rows, kAll), .Y = samples.Y(rows, kAll)};
}

void require_equal_rows(Index of_X, Index of_Y) {
  if (of_X != of_Y) throw DataError(fmt::format("X has {}, Y has {}", counted(of_X, "row"), of_Y));
}

void validate(const Samples& samples, const Columns& columns) {
  require_entries(samples.X, "X");
  require_entries(samples.Y, "Y");
  require_equal_rows(samples.X.rows(), samples.Y.rows());
  if (samples.outputs() < samples.inputs())
    throw DataError(
        fmt::format("Y has {}, X has {}: a unit needs at least as many outputs as inputs; "
                    "for a table with few targets use `resunit regress` or, in Python, ResidualUnitRegressor",
                    counted(samples.outputs(), "column"), samples.inputs()));
  require_columns(columns, samples.inputs(), samples.outputs());
  require_finite(samples.X, "X", columns.inputs, columns.first_number);
  require_finite(samples.Y, "Y", columns.targets, columns.first_number);
}

void require_finite(const MatrixView& matrix, const char* name, Index first_row) {
  if (const std::optional<Entry> entry = first_entry_beyond(matrix, kLargestMagnitude))
    throw_entry_error(name, entry->value, first_row + entry->row + 1, fmt::format("{}", entry->column + 1));
}

void require_finite(const MatrixView& matrix, const char* name, const std::vector<std::string>& columns,
                    int first_number) {
  const std::optional<Entry> entry = first_entry_beyond(matrix, kLargestMagnitude);
  if (!entry) return;
  throw_entry_error(name, entry->value, entry->row + first_number,
                    columns.empty() ? fmt::format("{}", entry->column + first_number)
                                    : fmt::format("'{}'", columns[static_cast<std::size_t>(entry->column)]));
}

}  // namespace resunit
