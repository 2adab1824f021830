// SPDX-License-Identifier: BSD-3-Clause
// The loops over samples of the interior-point method for (R2) (absolute_hinge.cpp), each vectorized for the CPU.
// With x = da/b and y = da/a the predictor has  ds = -s (1 + y),  du = -u (1 - x):  its bounds require only the
// extremes of x and y, and its complementarity after any step only six sums.
#pragma once

#include <Eigen/Core>

#include "resunit/types.hpp"

namespace resunit {

/// The iterate and the step of a row, one entry per sample.
struct PathState {
  using Array = Eigen::ArrayXd;
  explicit PathState(Index n)
      : u(n),
        s(n),
        a(Array::Constant(n, 0.5)),
        b(a),
        inverse_a(n),
        inverse_b(n),
        q(n),
        rest(n),
        da(n),
        ds(n),
        du(n),
        target_sa(n),
        target_ub(n) {}

  Array u, s;                  ///< > 0: v = u - s
  Array a, b;                  ///< > 0: a + b = 1
  Array inverse_a, inverse_b;  ///< 1 / a, 1 / b: divisions are the most expensive part of these loops
  Array q, rest;               ///< of the current step
  Array da, ds, du;            ///< the step
  Array target_sa, target_ub;  ///< targets of the corrector for s a and u b
};

struct Gap {
  double primal = 0;           ///< 1'v^+
  double dual = 0;             ///< t'a
  double complementarity = 0;  ///< s'a + u'b
};
Gap measure_gap(const double* t, const double* v, const PathState& state);

/// Sets the inverses, q = 1 / (u/b + s/a), rest = u - s, and rhs = q rest.
void weigh(PathState& state, double* rhs);

struct Prediction {
  double primal_bound = 0, dual_bound = 0;  ///< the largest steps
  double sa = 0, say = 0, sayy = 0;         ///< s'a and its first moments with y and y^2
  double ub = 0, ubx = 0, ubxx = 0;

  /// s'a + u'b after steps of these lengths.
  double complementarity(double primal, double dual) const {
    const double both = primal * dual, rest = 1 - primal;
    return rest * (sa + ub) + (rest * dual - primal) * (say - ubx) - both * (sayy + ubxx);
  }
};
/// Sets da = q (rest - image), of the step that drives all products to zero.
Prediction predict_step(PathState& state, const double* image);

/// Sets the targets, which include the second-order terms of the predictor, `rest` for these targets, and rhs = q rest.
void correct_target(PathState& state, double mu, double* rhs);

struct Bounds {
  double primal = 0, dual = 0;
};
/// Sets the step towards the targets and returns its largest lengths.
Bounds find_step(PathState& state, const double* image);

void take_step(double primal, double dual, PathState& state);

}  // namespace resunit
