// SPDX-License-Identifier: BSD-3-Clause
// Reference solutions by Clp, the linear programming solver of COIN-OR. With `nonnegative` each program also has c >=
// 0. They are reliable for data of moderate scale and condition (1e-3 to 1e3): Clp's tolerances are absolute, and at a
// condition number of 4e5 it has reported an infeasible set as unbounded.
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

/// A minimizer of (R1), by Clp's primal simplex method for  min 1/2 |v|^2,  F c + v >= t,  v >= 0.  The
/// objective has about six correct digits. Empty if Clp fails, which happens occasionally.
std::optional<Vector> least_squares_optimum(const MatrixView& F, const Vector& t);

/// min_c max_i (t_i - F_i c): positive if no c is feasible, negative if a c has slack on every sample, minus infinity
/// if the slack is unbounded.
double least_violation(const MatrixView& F, const Vector& t, bool nonnegative = false);

/// A c with F c >= t, by the primal simplex method; empty if there is none.
std::optional<Vector> feasible_point(const MatrixView& F, const Vector& t, bool nonnegative = false);

/// The range of g'c on {c : F c >= t}; empty if that set is empty.
struct Interval {
  double low;   ///< minus infinity if unbounded
  double high;  ///< infinity if unbounded

  double width() const { return high - low; }
};
std::optional<Interval> range_on_feasible_set(const Vector& g, const MatrixView& F, const Vector& t,
                                              bool nonnegative = false);

}  // namespace resunit::oracle
