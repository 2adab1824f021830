// SPDX-License-Identifier: BSD-3-Clause
// Validation of samples: matching shapes and finite numbers of moderate size, or a DataError with the location.
#include "resunit/samples.hpp"

#include <fmt/format.h>

#include <cmath>

#include "linalg/entry_check.hpp"
#include "model/counted.hpp"
#include "model/unit_parts.hpp"
#include "resunit/error.hpp"

namespace resunit {
namespace {

void require_entries(const MatrixView& matrix, const char* name) {
  if (matrix.size() == 0) throw DataError(fmt::format("{} is empty", name));
}

}  // namespace

void validate(const Samples& samples) {
  require_entries(samples.X, "X");
  require_entries(samples.Y, "Y");
  if (samples.X.rows() != samples.Y.rows())
    throw DataError(fmt::format("X has {}, Y has {}", counted(samples.X.rows(), "row"), samples.Y.rows()));
  if (samples.outputs() < samples.inputs())
    throw DataError(
        fmt::format("Y has {}, X has {}: a unit needs at least as many outputs as inputs; "
                    "for a table with few targets use `resunit regress`",
                    counted(samples.outputs(), "column"), samples.inputs()));
  require_finite(samples.X, "X");
  require_finite(samples.Y, "Y");
}

void require_finite(const MatrixView& matrix, const char* name, Index first_row) {
  const std::optional<Entry> entry = first_entry_beyond(matrix, kLargestMagnitude);
  if (!entry) return;
  throw DataError(fmt::format("{} is {} in row {}, column {}{}", name,
                              std::isnan(entry->value) ? "NaN" : fmt::format("{}", entry->value),
                              first_row + entry->row + 1, entry->column + 1,
                              std::isfinite(entry->value) ? ": too large to be squared safely" : ""));
}

}  // namespace resunit
