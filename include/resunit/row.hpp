// SPDX-License-Identifier: BSD-3-Clause
// One row of a layer is one small convex program in c, given F (n x m) and a target t (n):  F c >= t, as far as
// possible.
//     (R1)  min 1/2n sum_i max(0, t_i - F_i c)^2         one-sided least squares
//     (R2)  min 1/n  sum_i max(0, t_i - F_i c)           one-sided least absolute deviations
//     (R0)  argmax sum_i log(F_i c - t_i)                the analytic center of { c : F c >= t }
//     (Rmu) min 1/2n sum_i (F_i c - t_i - phi_i)^2 - mu/n sum_i log phi_i    a point on the central path of (R1)
// All rows of a layer share F and are solved together: layer 2 has F = Y, t = x_j; layer 1 has F = -X, t = -h_j.
// Paper: equ:layer2-QP-obj, equ:layer2-LP-obj-noisy, equ:layer2-LP-noiseless with the slack variables eliminated.
#pragma once

#include <vector>

#include "resunit/fit_options.hpp"
#include "resunit/fit_result.hpp"
#include "resunit/progress.hpp"
#include "resunit/types.hpp"

namespace resunit {

enum class RowProgram {
  least_squares,  ///< (R1)
  absolute,       ///< (R2)
  center,         ///< (R0)
  central_path,   ///< (Rmu)
};

/// Row j of C solves the program with target T.row(j).
struct RowsResult {
  Matrix C;                     ///< rows x m
  std::vector<RowReport> rows;  ///< one per row
  Index rank = 0;               ///< of F
  double condition = 0;         ///< of F with columns at unit length: largest over smallest kept singular value

  /// The row that ended worst, in the order of RowStatus: solved only if every row is.
  [[nodiscard]] RESUNIT_API RowStatus status() const;
};

/// Solves one program for each row of T (rows x n) on `threads` threads (0: all cores), on which the result does not
/// depend. Where F has dependent columns, C is the smallest solution, measured in units of the column lengths of F.
[[nodiscard]] RESUNIT_API RowsResult solve_rows(RowProgram program, const MatrixView& F, const MatrixView& T,
                                                const RowOptions& options = {}, int threads = 0,
                                                const Progress& progress = {});

}  // namespace resunit
