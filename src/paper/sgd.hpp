// SPDX-License-Identifier: BSD-3-Clause
// Mini-batch stochastic gradient descent on the output loss (L), the baseline of the paper.
//     (A, B) -= eta_0 / (1 + decay T) * gradient of (L) over a batch                                              (SGD)
// for each batch of the samples, which are shuffled in each epoch T = 0, 1, ...
// Paper: section "Synthetic Data Experiments", setup.
//
// The paper does not state the starting point. A and B from N(0, 1) reproduce its table tab:robustness-weights; mean
// (standard deviation) of the errors over 128 teachers, d = 16, n = 512:
//                layer 1          layer 2          output
//     paper      0.715 (0.090)    1.203 (0.134)    0.431 (0.038)
//     here       0.713 (0.077)    1.215 (0.130)    0.435 (0.026)
// Smaller weights are better: uniform within 1/sqrt(d), PyTorch's default, gives about 0.45, 0.78 and 0.31.
#pragma once

#include "resunit/fit_result.hpp"
#include "resunit/samples.hpp"

namespace resunit {

/// Solved if the training loss is at most rows.tolerance times that of zero outputs, 1/2n sum |y|^2; inexact if it is
/// larger, the usual outcome; diverged if it is not finite. Starts from options.start if given.
Fit learn_by_sgd(const Samples& samples, const FitOptions& options);

}  // namespace resunit
