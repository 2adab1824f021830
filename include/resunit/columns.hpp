// SPDX-License-Identifier: BSD-3-Clause
// The columns of the tables that a model was trained on: their names, positions and ranges.
#pragma once

#include <string>
#include <vector>

#include "resunit/types.hpp"

namespace resunit {

/// The columns of a table that are inputs and targets (the outputs of a unit).
struct Columns {
  std::vector<std::string> inputs;   ///< names; empty if the table has no header
  std::vector<std::string> targets;  ///< names; empty if the table has no header
  std::vector<Index> target_at;      ///< positions of the targets among all columns, from 0; empty if unknown
  std::vector<std::string> ignored;  ///< names of further columns of the table, which are neither
  int first_number = 1;              ///< of rows and columns in messages; 0 in Python
};

/// The range of each input in the training samples.
struct InputRange {
  Vector low;   ///< d, smallest values; empty if unknown
  Vector high;  ///< d, largest values
};

[[nodiscard]] RESUNIT_API InputRange range_of(const MatrixView& X);

/// The number of rows of X with an input outside its range; 0 if the range is unknown.
[[nodiscard]] RESUNIT_API Index rows_outside(const InputRange& range, const MatrixView& X);

}  // namespace resunit
