// SPDX-License-Identifier: BSD-3-Clause
// The programs of each layer, and the scale factor of a single row.
#pragma once

#include "linalg/norms.hpp"
#include "paper/layer1.hpp"
#include "paper/layer2.hpp"

namespace resunit::test {

inline constexpr RowProgram kLayer1Programs[] = {RowProgram::center, RowProgram::central_path};
inline constexpr RowProgram kLayer2Programs[] = {RowProgram::least_squares, RowProgram::absolute, RowProgram::center};

/// k of  u = k h.
inline double layer1_scale(const Vector& u, const Vector& h, Rescale rescale) {
  RescaleSums sums(1);
  sums.add(u.transpose(), h.transpose(), rescale);
  return sums.factor(0);
}

/// k of  image = k x  over x < 0.
inline ScaleFactor layer2_scale(const Vector& image, const Vector& x, double tolerance) {
  ScaleSums sums(1);
  sums.add(image, x, zero_tolerance(Vector{{length_of(x)}}, x.size()));
  return sums.factor(0, tolerance);
}

}  // namespace resunit::test
