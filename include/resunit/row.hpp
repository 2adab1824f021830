// SPDX-License-Identifier: BSD-3-Clause
// The convex programs of the rows of a layer. Given F (n x m) and a target t (n), each program finds a c (m) that
// satisfies F c >= t, or minimizes the violations:
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

/// The convex program of a row; its formula is above.
enum class RowProgram {
  least_squares,  ///< (R1), one-sided least squares
  absolute,       ///< (R2), one-sided least absolute deviations
  center,         ///< (R0), analytic center of the feasible set
  central_path,   ///< (Rmu), point on the central path of (R1)
};

/// The solutions of the programs of several rows: row j of C is the solution for the target T.row(j).
struct RowsResult {
  Matrix C;                     ///< rows x m, the solutions
  std::vector<RowReport> rows;  ///< one per row
  Index rank = 0;               ///< rank of F
  double condition = 0;  ///< of F with columns scaled to unit norm: largest singular value over smallest nonzero one

  /// The worst status of all rows, in the order of RowStatus: solved only if every row is solved.
  [[nodiscard]] RESUNIT_API RowStatus status() const;
};

/// Solves one program for each row of T (rows x n). `threads`: 0 means all cores; the result has the same bits for any
/// number of threads. If the columns of F are linearly dependent, C is the solution of minimum norm for columns of F
/// scaled to unit norm. Throws DataError if the shapes do not match, F is empty or an entry is not finite, and
/// OptionError for options out of range.
[[nodiscard]] RESUNIT_API RowsResult solve_rows(RowProgram program, const MatrixView& F, const MatrixView& T,
                                                const RowOptions& options = {}, int threads = 0,
                                                const Progress& progress = {});

}  // namespace resunit
