// SPDX-License-Identifier: BSD-3-Clause
// Properties of an oracle, from a few queries at random points:
//     scales        of inputs, 1 / |column of the Jacobian|, and of outputs, their root mean squares
//     homogeneity   f(2x) = 2 f(x), f(0) = 0: true of every network (D), which has no biases
//     precision     rms of |f(x + h) + f(x - h) - 2 f(x)| / sqrt(6): zero in a linear piece, except for rounding errors
//                   of the answers. A curved function has second differences proportional to |h|^2 instead. If all answers are numbers of
//                   single precision, at least 6e-8: rounding errors of nearby points are correlated.
#pragma once

#include <string>

#include "deep/queries/answers.hpp"
#include "model/random.hpp"

namespace resunit {

/// Sets the scales of `answers`, so that columns of the Jacobian and outputs are of similar size.
void set_scales(Answers& answers, Random& random);

struct AnswerQuality {
  double precision = 0;  ///< standard deviation of rounding errors, relative to the rms of an output at |x|^2 = d
  std::string defect;    ///< why the oracle cannot be a network (D), as a sentence; empty if it can
};

AnswerQuality measure_quality(Answers& answers, Random& random);

}  // namespace resunit
