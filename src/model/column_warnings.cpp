// SPDX-License-Identifier: BSD-3-Clause
#include "model/column_warnings.hpp"

#include <fmt/format.h>

#include "model/columns.hpp"

namespace resunit {
namespace {

/// The first column equal to column k, or k.
Index first_equal(const MatrixView& X, Index k) {
  for (Index j = 0; j < k; ++j)
    if (X.col(j) == X.col(k)) return j;
  return k;
}

/// "columns 2 and 4 of X" or "the columns 'a' and 'b'"
std::string pair_name(const Columns& columns, Index one, Index other) {
  if (columns.inputs.empty())
    return fmt::format("columns {} and {} of X", one + columns.first_number, other + columns.first_number);
  return fmt::format("the columns '{}' and '{}'", columns.inputs[static_cast<std::size_t>(one)],
                     columns.inputs[static_cast<std::size_t>(other)]);
}

}  // namespace

std::vector<std::string> column_warnings(const Samples& samples, const Columns& columns) {
  const MatrixView& X = samples.X;
  std::vector<std::string> warnings;
  if (X.rows() < 2) return warnings;
  for (Index k = 0; k < X.cols(); ++k) {
    const bool constant = (X.col(k).array() == X(0, k)).all();
    const Index twin = first_equal(X, k);
    if (constant && X(0, k) == 0)
      warnings.push_back(fmt::format("{} is zero: its weights in A are not identifiable", input_name(columns, k)));
    else if (twin != k)
      warnings.push_back(fmt::format("{} are equal: only the sums of their weights in A are identifiable",
                                     pair_name(columns, twin, k)));
    else if (constant)
      warnings.push_back(fmt::format("{} is constant: it acts as a bias", input_name(columns, k)));
  }
  return warnings;
}

}  // namespace resunit
