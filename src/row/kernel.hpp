// SPDX-License-Identifier: BSD-3-Clause
// The common form of the row programs: a block of rows in an orthonormal basis.
//     row j:  Z g_j >= t_j,   Z'Z = I,   1 <= |t_j| < 2
// rows.cpp transforms any F and T to this form and the solutions back. Each program is a function of a block.
#pragma once

#include <Eigen/Core>
#include <limits>
#include <span>

#include "resunit/row.hpp"
#include "resunit/types.hpp"

namespace resunit {

inline constexpr double kEpsilon = std::numeric_limits<double>::epsilon();

/// Inner tolerances (feasibility, gradients on the central path) are RowOptions::tolerance divided by this.
inline constexpr double kInnerMargin = 10;

/// A sample whose norm is at most this, relative to the largest norm, is at the origin and constrains nothing.
inline constexpr double kSmallestSample = 1e-14;

/// Weight of the proximal terms of (R0) and (Rmu), rho/2 |g|^2 and mu rho/2 |g|^2, relative to 1 / mean t^2.
inline constexpr double kProximalWeight = 1e-8;

struct RowBlock {
  const Matrix& Z;               ///< n x r, orthonormal columns
  Matrix T;                      ///< b x n, targets of norm in [1, 2), or zero
  Matrix G;                      ///< b x r, the solutions; on entry the starting points if `started`
  bool started = false;          ///< (R1) only: the other programs choose their starting points
  double start_rounding = 0;     ///< |v^+| due to rounding at a starting point that is the solution, for |t| = 1
  std::span<RowReport> reports;  ///< b; objective and optimality for the scaled targets
  double feasibility;            ///< tau of (R0): violations up to tau rms(t) are rounding of ill-conditioned data
};

void least_squares_hinge(RowBlock& block, const RowOptions& options);  // (R1)
void absolute_hinge(RowBlock& block, const RowOptions& options);       // (R2)
void center(RowBlock& block, const RowOptions& options);               // (R0)
void central_path(RowBlock& block, const RowOptions& options);         // (Rmu)

/// Converts the objective (per sample) of a row whose target was divided by `scale` to that of the original target,
/// which has the mean square `mean_square`. The logarithm of (Rmu) depends on the scale.
double unscaled_objective(RowProgram program, double objective, double scale, double mean_square,
                          const RowOptions& options);

}  // namespace resunit
