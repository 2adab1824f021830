// Limited-memory BFGS with a line search for functions with kinks.
//     x <- x + t p,  p = -H g,  H from the last `memory` pairs (s, y) by the two-loop recursion
//     weak Wolfe:  f(x + t p) <= f + 1e-4 t g'p   and   g(x + t p)'p >= 0.9 g'p, by bisection and doubling
// Our own, because the loss is computed in single precision and has kinks at every hinge: Lewis and Overton's weak
// Wolfe search always ends on such functions, where the strong conditions of libLBFGS need not hold anywhere. Nocedal
// and Wright, Numerical Optimization, algorithm 7.4; Lewis and Overton, Nonsmooth optimization via quasi-Newton methods
// (2013), algorithm 2.6.
#pragma once

#include <functional>

#include "resunit/types.hpp"

namespace resunit::regression {

struct LbfgsOptions {
  int iterations = 50;
  int memory = 20;
  double tolerance = 1e-7;  ///< ends when a step lowers f by less than this times max(f, 1)
};

/// f(x), writing its gradient.
using Objective = std::function<double(const Vector& x, Vector& gradient)>;

struct LbfgsResult {
  double value = 0;
  int iterations = 0;
  int evaluations = 0;
};

/// Improves x; f(x) never rises.
LbfgsResult minimise(const Objective& f, const LbfgsOptions& options, Vector& x);

}  // namespace resunit::regression
