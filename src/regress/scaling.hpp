// Columns brought to mean 0 and standard deviation 1, of any magnitude that doubles have.
#pragma once

#include "regress/network.hpp"
#include "regress/ordering.hpp"
#include "resunit/regress.hpp"

namespace resunit::regression {

/// Mean, standard deviation (1 for a constant column) and range of each column over the rows `order`, in that order.
/// The range is widened by `margin` standard deviations on both sides.
Scaling measure(const MatrixView& M, const std::vector<Index>& order, double margin);

bool is_constant(const Scaling& scaling, Index column);

/// (clip(x) - mean) / scale
double standardised(const Scaling& scaling, Index column, double value);

/// Clips predictions in standard units to the range and brings them to the units of the table.
Matrix restored(const Scaling& scaling, const MatrixView& standard);

/// The table in canonical order and standard units, without its constant columns.
struct Prepared {
  Rows rows;
  std::vector<Index> columns;  ///< columns[c] is the column of X that became column c
};
Prepared prepare(const MatrixView& X, const MatrixView& Y, const Ordering& order, const Scaling& inputs,
                 const Scaling& outputs);

}  // namespace resunit::regression
