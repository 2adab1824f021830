// What the programs of a row share: a block of rows in an orthonormal basis.
//     row j:  Z g_j >= t_j,   Z'Z = I,  1 <= |t_j| < 2
// rows.cpp brings any F, T into this form and takes the answers back. Each program is a function of a block, and has
// its own file.
#pragma once

#include <Eigen/Core>
#include <span>

#include "resunit/row.hpp"
#include "resunit/types.hpp"

namespace resunit {

struct RowBlock {
  const Matrix& Z;               ///< n x r, orthonormal columns
  Matrix T;                      ///< b x n, targets of length in [1, 2), or zero
  Matrix G;                      ///< b x r, the answers; before, where to start if `started`
  bool started = false;          ///< (R1) only: the other programs start where they like
  double start_rounding = 0;     ///< |v| that rounding may leave at a start that is the answer, for |t| = 1
  std::span<RowReport> reports;  ///< b; objective and optimality in units of the scaled targets
  double feasibility;            ///< tau of (R0): violations up to tau rms(t) are rounding of ill-conditioned data
};

void least_squares_hinge(RowBlock& block, const RowOptions& options);  // (R1)
void absolute_hinge(RowBlock& block, const RowOptions& options);       // (R2)
void centre(RowBlock& block, const RowOptions& options);               // (R0)
void central_path(RowBlock& block, const RowOptions& options);         // (Rmu)

/// What an objective (per sample) of a row whose target was divided by `scale` is in the caller's units, where the
/// target has that mean square. The logarithm of (Rmu) sees the scale.
double unscaled_objective(RowProgram program, double objective, double scale, double mean_square,
                          const RowOptions& options);

}  // namespace resunit
