// SPDX-License-Identifier: BSD-3-Clause
// Tables of weight matrices.
#pragma once

#include <string>
#include <vector>

#include "report/section.hpp"
#include "resunit/types.hpp"

namespace resunit::report {

using Names = std::vector<std::string>;

/// The given names if there is one for each, otherwise numbered ones: x1, x2, ...
Names names_or_numbers(const Names& given, Index count, const std::string& prefix);

/// One of the weight matrices, with the names of its rows and columns.
struct WeightMatrix {
  std::string name;
  const Matrix& values;
  const Matrix& stderrors;  ///< empty if unknown
  Names rows, columns;
};

/// Entries with their standard errors if known, colored by sign and magnitude.
Table weights_table(const WeightMatrix& weights);

}  // namespace resunit::report
