// SPDX-License-Identifier: BSD-3-Clause
#include "tables/validate.hpp"

#include <fmt/format.h>

#include "model/columns.hpp"
#include "model/counted.hpp"
#include "model/unit_parts.hpp"
#include "resunit/error.hpp"
#include "system/memory_limit.hpp"

namespace resunit::regression {
namespace {

bool is_constant(const MatrixView& M, Index column) {
  return (M.col(column).array() == M(0, column)).all();
}

}  // namespace

std::string target_name(const Columns& columns, Index column) {
  const auto at = static_cast<std::size_t>(column);
  if (at < columns.targets.size()) return fmt::format("the target '{}'", columns.targets[at]);
  if (at < columns.target_at.size()) return fmt::format("the target in column {}", columns.target_at[at] + 1);
  return fmt::format("column {} of Y", column + columns.first_number);
}

void require_learnable(const MatrixView& X, const MatrixView& Y, const Columns& columns) {
  if (X.cols() == 0) throw DataError("the table has no input columns: every column is a target");
  if (Y.cols() == 0) throw DataError("the table has no target column");
  require_equal_rows(X.rows(), Y.rows());
  const auto square = sizeof(double) * static_cast<double>(X.cols()) * static_cast<double>(X.cols());
  if (square > static_cast<double>(half_of_memory()))
    throw DataError(fmt::format(
        "{0} input columns are too many: a matrix of {0} x {0} numbers exceeds half of the machine's memory",
        X.cols()));
  require_columns(columns, X.cols(), Y.cols());
  if (X.rows() < 2)
    throw DataError(fmt::format("the table has {}, but at least 2 are required", counted(X.rows(), "row")));
  require_finite(X, "X", columns.inputs, columns.first_number);
  require_finite(Y, "Y", columns.targets, columns.first_number);
  for (Index j = 0; j < Y.cols(); ++j)
    if (is_constant(Y, j))
      throw DataError(fmt::format("{} is constant: it is {} in all {} rows; select another target",
                                  target_name(columns, j), Y(0, j), Y.rows()));
  for (Index j = 0; j < X.cols(); ++j)
    if (!is_constant(X, j)) return;
  throw DataError("every input column is constant: there is nothing to learn from");
}

}  // namespace resunit::regression
