// SPDX-License-Identifier: BSD-3-Clause
// Limited-memory BFGS with a line search for functions with kinks.
//     x <- x + t p,  p = -H g,  H from the last pairs (s, y) by the two-loop recursion
//     weak Wolfe:  f(x + t p) <= f + 1e-4 t g'p   and   g(x + t p)'p >= 0.9 g'p, by bisection and doubling
// Our own implementation, because the loss is computed in single precision and has kinks at every hinge: the weak Wolfe
// search of Lewis and Overton terminates on such functions, where the strong conditions of libLBFGS may hold nowhere. A
// descent can also be continued after its current point was evaluated on held-out rows.
// Nocedal and Wright, Numerical Optimization, algorithm 7.4; Lewis and Overton, Nonsmooth optimization via quasi-Newton
// methods (2013), algorithm 2.6.
#pragma once

#include <functional>

#include "resunit/types.hpp"

namespace resunit::regression {

/// Returns f(x) and sets its gradient.
using Objective = std::function<double(const Vector& x, Vector& gradient)>;

class Lbfgs {
 public:
  Lbfgs(Objective f, Vector start);

  /// Takes at most `steps` steps; false if a step decreased f by at most 1e-7 max(f, 1). f never increases.
  bool descend(int steps);

  const Vector& x() const { return at_.x; }
  double value() const { return at_.f; }
  int evaluations() const { return evaluations_; }

 private:
  /// The last pairs (s, y), as columns of a ring buffer.
  class Memory {
   public:
    explicit Memory(Index size);
    void add(const Vector& s, const Vector& y);
    void direction(const Vector& g, Vector& p);  ///< p = -H g
    bool empty() const { return next_ == 0; }
    void clear() { next_ = 0; }

   private:
    Eigen::MatrixXd S_, Y_;
    Vector rho_, alpha_;
    Index next_ = 0;
  };

  struct Point {
    Vector x;
    Vector g;
    double f = 0;
  };

  bool step();
  bool search_line(double step);
  void evaluate(double step);

  Objective f_;
  Point at_, trial_;
  Vector p_;
  Memory memory_;
  int evaluations_ = 0;
};

}  // namespace resunit::regression
