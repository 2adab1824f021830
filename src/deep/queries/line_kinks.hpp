// SPDX-License-Identifier: BSD-3-Clause
// All kinks of f on a line x(t) = a + t b, |t| <= reach, where f is piecewise linear.
//     An interval is described by the values and slopes of f at both ends.
//     Equal slopes that also fit the values: no kink.
//     Otherwise the two end lines are intersected in all outputs,  t = argmin |y_l + s_l (t - l) - y_r - s_r (t - r)|.
//     If they meet at t, and f(t) is on both lines: one kink, at t. If not, the interval is split at t.   (D-line)
// The intervals of all lines are processed in rounds, with one batch of queries per round: an oracle may be a process.
#pragma once

#include <vector>

#include "deep/queries/answers.hpp"

namespace resunit {

struct Line {
  Vector a;  ///< point
  Vector b;  ///< direction, |b| = 1
  double reach = 0;
  std::vector<double> kinks{};  ///< positions t, increasing

  [[nodiscard]] Vector at(double t) const { return a + t * b; }
};

/// Thrown if a line has too many intervals that are not linear: f is not piecewise linear.
struct TooManyPieces {
  Index intervals;
};

/// Sets the kinks of all lines. `precision`: of the answers, AnswerQuality::precision.
void find_kinks(Answers& answers, double precision, std::vector<Line>& lines);

}  // namespace resunit
