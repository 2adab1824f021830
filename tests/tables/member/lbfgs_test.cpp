// SPDX-License-Identifier: BSD-3-Clause
// Minimization of functions with known minima and with kinks.
#include "tables/member/lbfgs.hpp"

#include <gtest/gtest.h>

namespace resunit::regression {
namespace {

TEST(Lbfgs, MinimizesRosenbrocksFunction) {
  const Objective rosenbrock = [](const Vector& x, Vector& g) {
    const double a = 1 - x(0), b = x(1) - x(0) * x(0);
    g = Vector(2);
    g << -2 * a - 400 * x(0) * b, 200 * b;
    return a * a + 100 * b * b;
  };
  Vector x(2);
  x << -1.2, 1;
  Lbfgs descent(rosenbrock, x);
  while (descent.descend(10)) continue;
  EXPECT_LT(descent.value(), 1e-6);
  EXPECT_LT(descent.evaluations(), 100);
}

TEST(Lbfgs, ToleratesKinksAndNeverIncreases) {
  const Objective kinked = [](const Vector& x, Vector& g) {
    g = x.unaryExpr([](double v) { return v > 0 ? 1.0 : -1.0; }) + 0.1 * x;
    return x.cwiseAbs().sum() + 0.05 * x.squaredNorm();
  };
  Vector x = Vector::LinSpaced(6, -3, 4), g;
  const double before = kinked(x, g);
  Lbfgs descent(kinked, x);
  for (double last = before; descent.descend(1); last = descent.value()) EXPECT_LE(descent.value(), last);
  EXPECT_LT(descent.value(), 0.2 * before);
}

TEST(Lbfgs, StaysAtAMinimum) {
  const Objective bowl = [](const Vector& x, Vector& g) {
    g = x;
    return x.squaredNorm() / 2;
  };
  Lbfgs descent(bowl, Vector::Zero(3));
  EXPECT_FALSE(descent.descend(5));
  EXPECT_EQ(descent.evaluations(), 1);
}

}  // namespace
}  // namespace resunit::regression
