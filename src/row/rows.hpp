// SPDX-License-Identifier: BSD-3-Clause
// The programs of all rows of a layer, without the checks of the public solve_rows.
#pragma once

#include "resunit/row.hpp"

namespace resunit {

/// Requires finite F and T of matching shapes, options within their ranges, and OpenBLAS limited to one thread.
RowsResult solve_programs(RowProgram program, const MatrixView& F, const MatrixView& T, const RowOptions& options,
                          int threads, const Progress& progress = {});

}  // namespace resunit
