// Mini-batch stochastic gradient descent on the output loss (L), with which the paper compares.
//     (A, B) -= eta_0 / (1 + decay T) * gradient of (L) over a batch                                           (SGD)
// for each batch of the samples, shuffled anew in each epoch T = 0, 1, ...
// Paper: section "Synthetic Data Experiments", setup.
//
// The paper does not say where descent starts. A and B from N(0, 1) reproduce its table
// tab:robustness-weights; mean (standard deviation) of the errors over 128 teachers, d = 16, n = 512:
//                layer 1          layer 2          output
//     paper      0.715 (0.090)    1.203 (0.134)    0.431 (0.038)
//     here       0.713 (0.077)    1.215 (0.130)    0.435 (0.026)
// Smaller weights do better: uniform within 1/sqrt(d), PyTorch's default, ends near 0.45, 0.78 and 0.31.
#pragma once

#include "resunit/fit.hpp"
#include "resunit/samples.hpp"

namespace resunit {

/// Solved if what is left of the loss is at most rows.tolerance of that of the zero map, 1/2n sum |y|^2;
/// inexact if it is more, as is usual; diverged if it is not finite. Starts from options.start where given;
/// throws OptionError if its shape is not that of the samples.
Fit learn_by_sgd(const Samples& samples, const FitOptions& options);

}  // namespace resunit
