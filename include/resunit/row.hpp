// One row of a layer is one small convex program in c, given F (n x m) and a target t (n):  F c >= t, as far as
// possible.
//     (R1)  min 1/2n sum_i max(0, t_i - F_i c)^2         one-sided least squares
//     (R2)  min 1/n  sum_i max(0, t_i - F_i c)           one-sided least absolute deviations
//     (R0)  argmax sum_i log(F_i c - t_i)                the analytic centre of { c : F c >= t }
//     (Rmu) min 1/2n sum_i (F_i c - t_i - phi_i)^2 - mu/n sum_i log phi_i    a point on the central path of (R1)
// All rows of a layer share F and are solved together: layer 2 has F = Y, t = x_j; layer 1 has F = -X, t = -h_j.
// Paper: equ:layer2-QP-obj, equ:layer2-LP-obj-noisy, equ:layer2-LP-noiseless with the slack variables eliminated.
#pragma once

#include <string_view>
#include <vector>

#include "resunit/progress.hpp"
#include "resunit/types.hpp"

namespace resunit {

enum class RowProgram {
  least_squares,  ///< (R1)
  absolute,       ///< (R2)
  centre,         ///< (R0)
  central_path,   ///< (Rmu)
};

enum class RowStatus {
  not_run,
  solved,           ///< optimality <= RowOptions::tolerance
  iteration_limit,  ///< iterations = RowOptions::max_iterations, optimality > tolerance
  infeasible,  ///< (R0): every c has F_i c < t_i - tau rms(t) for some i, tau = max(tolerance / 10, 16 eps condition)
  stalled,     ///< no step improves the iterate any more, optimality > tolerance
};
RESUNIT_API std::string_view to_string(RowStatus status);

struct RowOptions {
  double tolerance = 1e-9;   ///< on the optimality residual, relative, in (0, 1)
  int max_iterations = 200;  ///< Newton steps, >= 1
  double rank_tolerance =
      1e-12;  ///< singular values of F (columns at unit length) below this times the largest are zero, in (0, 1)
  double path_parameter = 1e-4;  ///< mu of (Rmu) as a share of the mean square of t, > 0
  int threads = 0;               ///< 0: all cores. The result has the same bits for any number
  Progress progress = {};
};
RESUNIT_API void validate(const RowOptions& options);

/// How one row ended.
struct RowReport {
  RowStatus status = RowStatus::not_run;
  int iterations = 0;
  double objective = 0;   ///< of (R1), (R2) or (Rmu); for (R0) the largest violation max_i (t_i - F_i c)^+
  double optimality = 0;  ///< relative optimality residual; each program's file says which
};

/// Row j of C solves the program with target T.row(j).
struct RowsResult {
  Matrix C;                     ///< rows x m
  std::vector<RowReport> rows;  ///< one per row
  Index rank = 0;               ///< of F
  double condition = 0;         ///< of F with columns at unit length: largest over smallest kept singular value

  /// The row that ended worst, in the order of RowStatus: solved only if every row is.
  RESUNIT_API RowStatus status() const;
};

/// Solves one program for each row of T (rows x n). Where F has dependent columns, C is the smallest solution,
/// measured in units of the column lengths of F.
RESUNIT_API RowsResult solve_rows(RowProgram program, const MatrixView& F, const MatrixView& T,
                                  const RowOptions& options = {});

}  // namespace resunit
