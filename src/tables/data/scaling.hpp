// SPDX-License-Identifier: BSD-3-Clause
// Standardization of columns to mean 0 and standard deviation 1, for entries of any finite magnitude.
#pragma once

#include "resunit/regress.hpp"
#include "tables/data/network.hpp"

namespace resunit::regression {

/// Mean, standard deviation (1 for a constant column) and range of each column over the rows `order`, in that order.
/// The range is widened by `margin` standard deviations on both sides.
Scaling compute_scaling(const MatrixView& M, const std::vector<Index>& order, double margin);

bool is_constant(const Scaling& scaling, Index column);

/// (clip(x) - mean) / scale
double standardized(const Scaling& scaling, Index column, double value);

/// Standardized outputs transformed back to the original scale, clipped to the range.
Matrix restored(const Scaling& scaling, const MatrixView& standard);

/// The same without clipping, for linear models: least squares is exact on linear tables outside the training range too.
Matrix unclipped(const Scaling& scaling, const MatrixView& standard);

/// The given rows and columns in that order, standardized, without constant columns.
struct Prepared {
  Rows rows;
  std::vector<Index> columns;  ///< columns[c] is the column of X that became column c
};
Prepared prepare(const MatrixView& X, const MatrixView& Y, const std::vector<Index>& rows,
                 const std::vector<Index>& columns, const Scaling& inputs, const Scaling& outputs);

}  // namespace resunit::regression
