// SPDX-License-Identifier: BSD-3-Clause
// Newton's method for phi' = 0 with a bracket: on the linear piece that contains the zero one step is exact, so the
// cost is one pass over the samples for each piece visited (3 to 5 passes on layer 2 at d = 16, n = 512).
#include "row/line_search.hpp"

#include <cmath>
#include <limits>

#include "linalg/simd.hpp"

namespace resunit {
namespace {

struct Slope {
  double value = 0;       ///< phi'(a)
  double derivative = 0;  ///< phi''(a)
  double magnitude = 0;   ///< sum of |terms| of phi'(a), the scale of its rounding error
};

RESUNIT_MULTIVERSION
Slope slope_at(const double* v, const double* w, Index n, double negligible, double a) {
  double value = 0, derivative = 0, magnitude = 0;
#pragma omp simd reduction(+ : value, derivative, magnitude)
  for (Index i = 0; i < n; ++i) {
    const double left = v[i] - a * w[i];
    const double wi = left > 0 && std::abs(w[i]) > negligible ? w[i] : 0.0;
    value -= wi * left;
    derivative += wi * wi;
    magnitude += std::abs(wi * left);
  }
  return {value, derivative, magnitude};
}

}  // namespace

double minimize_squared_hinge(const double* v, const double* w, Index n, double negligible) {
  constexpr int kMaxPasses = 60;
  constexpr double kRounding = 16 * std::numeric_limits<double>::epsilon();  // relative to Slope::magnitude
  double low = 0, high = std::numeric_limits<double>::infinity();
  double a = 1;
  for (int pass = 0; pass < kMaxPasses; ++pass) {
    const Slope slope = slope_at(v, w, n, negligible, a);
    if (std::abs(slope.value) <= kRounding * slope.magnitude) break;
    (slope.value < 0 ? low : high) = a;
    const double newton = a - slope.value / slope.derivative;
    const double middle = high < std::numeric_limits<double>::infinity() ? (low + high) / 2 : 2 * a;
    const double next = newton > low && newton < high ? newton : middle;
    if (next == a) break;
    a = next;
  }
  return a;
}

}  // namespace resunit
