// SPDX-License-Identifier: BSD-3-Clause
// Do the residuals E of a fitted model depend on x? The features x_j x_k and x_j |x_j|, without what the hidden layer
// of the model explains, are tested by Pillai's trace (dependence.hpp). A positive test is confirmed by flipping the
// signs of the rows of E at random: their dependence on x disappears, but unequal variances remain.
//     V_s = |Q_F' S E W|^2,   S = diag(+-1),   W'E'EW = I,
//     (V - mean V_s) / deviation of V_s,   with the p-value of a gamma distribution with these moments          (N-signs)
// Even and odd functions, such as x^2, cos x, sign x and tanh x, are detected by these features; the F-test against the
// relaxed model does not detect them.
#pragma once

#include "model/random.hpp"
#include "resunit/samples.hpp"

namespace resunit {

/// The p-value of independence of E from x, at most 1. `hidden`: n x r, the hidden layer of the fitted model. `used`: its
/// parameters per output. 1 if there are too few samples for the test.
double residual_p_value(const MatrixView& X, const MatrixView& hidden, const Matrix& E, double used, Random random);

}  // namespace resunit
