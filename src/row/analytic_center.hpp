// SPDX-License-Identifier: BSD-3-Clause
// The analytic center of a polyhedron, from an interior point.
#pragma once

#include "linalg/gram.hpp"
#include "resunit/types.hpp"

namespace resunit {

struct AnalyticCenter {
  Vector point;
  int iterations = 0;
  double decrement = 0;  ///< Newton decrement at the point: 0 at the center, up to rounding error
};

/// argmin -sum_i log(Z_i g - t_i) + proximal/2 |g|^2, from g with Z g > t. With the proximal term, unbounded sets have
/// a center as well.
AnalyticCenter analytic_center(const Matrix& Z, const Vector& t, Vector g, double proximal, int max_iterations,
                               GramWorkspace& workspace);

}  // namespace resunit
