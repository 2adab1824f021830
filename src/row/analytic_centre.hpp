// The analytic centre of a polyhedron from a point inside it.
#pragma once

#include "linalg/gram.hpp"
#include "resunit/types.hpp"

namespace resunit {

struct AnalyticCentre {
  Vector point;
  int iterations = 0;
  double decrement = 0;  ///< Newton decrement there: 0 at the centre, small before rounding counts
};

/// argmin -sum_i log(Z_i g - t_i) + proximal/2 |g|^2, from g with Z g > t. The proximal term gives unbounded sets a
/// centre too.
AnalyticCentre analytic_centre(const Matrix& Z, const Vector& t, Vector g, double proximal, int max_iterations,
                               GramWorkspace& workspace);

}  // namespace resunit
