// SPDX-License-Identifier: BSD-3-Clause
// Referees by Clp, the linear programming solver of COIN-OR. With `nonnegative` each program also has c >= 0.
// They are fit for data of ordinary size and condition (1e-3 to 1e3): Clp's tolerances are absolute, and at a condition
// of 4e5 it has called an infeasible set unbounded.
#pragma once

#include <optional>

#include "resunit/types.hpp"

namespace resunit::oracle {

/// (R2) by its dual  max 1/n t'a,  F'a = 0,  0 <= a <= 1   (F'a <= 0 with c >= 0).
struct AbsoluteOptimum {
  double objective;
  Vector c;  ///< the multipliers of F'a = 0
  Vector a;
};
AbsoluteOptimum absolute_optimum(const MatrixView& F, const Vector& t, bool nonnegative = false);

/// A minimizer of (R1), by Clp's primal simplex method for  min 1/2 |v|^2,  F c + v >= t,  v >= 0.  It stops at some
/// six digits of the objective. Nothing if it gives up, which it does now and then.
std::optional<Vector> least_squares_optimum(const MatrixView& F, const Vector& t);

/// min_c max_i (t_i - F_i c): positive if no c is feasible, negative if some c has slack on every sample,
/// minus infinity if the slack can be as large as we like.
double least_violation(const MatrixView& F, const Vector& t, bool nonnegative = false);

/// Some c with F c >= t by the primal simplex method, if there is one.
std::optional<Vector> feasible_point(const MatrixView& F, const Vector& t, bool nonnegative = false);

/// The values that g'c takes on {c : F c >= t}; nothing if that set is empty.
struct Interval {
  double low;   ///< minus infinity if unbounded
  double high;  ///< infinity if unbounded

  double width() const { return high - low; }
};
std::optional<Interval> range_on_feasible_set(const Vector& g, const MatrixView& F, const Vector& t,
                                              bool nonnegative = false);

}  // namespace resunit::oracle
