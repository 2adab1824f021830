// SPDX-License-Identifier: BSD-3-Clause
// Vanilla linear regression on one-signed inputs, the paper's first algorithm. If A >= 0, a unit is linear on them:
//     x < 0:  y = B x              the first half of the samples gives B
//     x > 0:  y = B (A + I) x      the second half gives D = B (A + I), and then A = B^+ D - I                     (LR)
// Paper: alg:res-unit-vanilla-LR. One-signed inputs are rare: about d 2^(d+1) samples are required.
#pragma once

#include "resunit/fit_result.hpp"
#include "resunit/samples.hpp"

namespace resunit {

/// Exact on noiseless samples of a unit with A >= 0. A unit with negative entries in A need not be linear on one-signed
/// inputs: the result is then wrong, as the training loss indicates.
Fit learn_by_linear_regression(const Samples& samples, const FitOptions& options);

}  // namespace resunit
