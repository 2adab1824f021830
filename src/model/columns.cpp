// SPDX-License-Identifier: BSD-3-Clause
#include "model/columns.hpp"

#include <fmt/format.h>

#include "model/counted.hpp"
#include "resunit/error.hpp"

namespace resunit {

InputRange range_of(const MatrixView& X) {
  if (X.rows() == 0) return {};
  InputRange range{.low = X.row(0), .high = X.row(0)};
  for (Index i = 1; i < X.rows(); ++i) {
    range.low = range.low.cwiseMin(X.row(i).transpose());
    range.high = range.high.cwiseMax(X.row(i).transpose());
  }
  return range;
}

Index rows_outside(const InputRange& range, const MatrixView& X) {
  if (range.low.size() == 0) return 0;
  const auto is_outside = [&](Index i) {
    const auto x = X.row(i).transpose().array();
    return (x < range.low.array() || x > range.high.array()).any();
  };
  Index count = 0;
  for (Index i = 0; i < X.rows(); ++i) count += is_outside(i) ? 1 : 0;
  return count;
}

std::string input_name(const Columns& columns, Index column) {
  const auto at = static_cast<std::size_t>(column);
  return at < columns.inputs.size() ? fmt::format("the column '{}'", columns.inputs[at])
                                    : fmt::format("column {} of X", column + columns.first_number);
}

std::string output_name(const Columns& columns, Index column) {
  const auto at = static_cast<std::size_t>(column);
  return at < columns.targets.size() ? fmt::format("the output '{}'", columns.targets[at])
                                     : fmt::format("column {} of Y", column + columns.first_number);
}

void require_columns(const Columns& columns, Index inputs, Index outputs) {
  const auto require = [](const char* kind, const std::vector<std::string>& names, Index count) {
    if (!names.empty() && static_cast<Index>(names.size()) != count)
      throw DataError(fmt::format("the {} have {}, expected {}", kind, counted(std::ssize(names), "name"), count));
  };
  require("inputs", columns.inputs, inputs);
  require("targets", columns.targets, outputs);
  if (!columns.target_at.empty() && static_cast<Index>(columns.target_at.size()) != outputs)
    throw DataError(fmt::format("{} target positions, expected {}", columns.target_at.size(), outputs));
  for (const Index at : columns.target_at)
    if (at < 0 || at >= inputs + outputs)
      throw DataError(fmt::format("target position {}, expected 1 to {}", at + 1, inputs + outputs));
}

void require_range(const InputRange& range, Index inputs) {
  if (range.low.size() == 0 && range.high.size() == 0) return;
  if (range.low.size() != inputs || range.high.size() != inputs)
    throw DataError(fmt::format("the range of the inputs has {} and {} entries, expected {}", range.low.size(),
                                range.high.size(), inputs));
  if (!range.low.allFinite() || !range.high.allFinite()) throw DataError("the range of the inputs is not finite");
  if ((range.low.array() > range.high.array()).any()) throw DataError("a range of the inputs is empty");
}

}  // namespace resunit
