// SPDX-License-Identifier: BSD-3-Clause
// The maximum-likelihood unit under noise, for weights of any sign, with standard errors and a test of the model.
//     y_i = B [(A x_i)^+ + x_i] + noise,   (A, B) = argmin 1/2n sum_i |y_i - B [(A x_i)^+ + x_i]|^2                 (N)
#pragma once

#include <optional>

#include "resunit/fit_result.hpp"
#include "resunit/samples.hpp"

namespace resunit {

/// Samples per input below which noise cannot be distinguished from weights.
inline constexpr Index kFewestSamplesUnderNoise = 6;

/// True if most rows of A are smaller than their standard errors.
bool most_rows_are_unknown(const Matrix& errors, const Matrix& A);

/// `start`: a unit that is probably near, for example from method exact on rounded samples. If the loss of the minimum
/// near it is below the expected bound, no search follows. With biases in `options`, samples and units have the constant
/// as last input and last output (model/bias.hpp); the standard errors of B have no row for the latter.
Fit learn_noisy(const Samples& samples, const FitOptions& options, const std::optional<Unit>& start);

}  // namespace resunit
