// SPDX-License-Identifier: BSD-3-Clause
// A unit from samples in memory, by the given method or by the automatic selection of exact, noisy or qp.
#pragma once

#include <string>
#include <string_view>

#include "resunit/fit_result.hpp"
#include "resunit/samples.hpp"

namespace resunit {

/// The sentence for Fit::choice: "auto selected noisy: <reason>".
std::string auto_selected(Method method, std::string_view reason);

/// The reason to select noisy or qp.
inline constexpr std::string_view kNoExactUnit = "no unit was found that fits the samples to rounding error";

/// Requires validated samples and options, and OpenBLAS limited to one thread. With biases, the samples and units have
/// the constant as last input and last output (model/bias.hpp).
Fit identify(const Samples& samples, const FitOptions& options);

/// Method::exact: usable if a unit fits every sample to rounding error.
Fit learn_exact_unit(const Samples& samples, const FitOptions& options);

/// Method::automatic: exact if a unit fits the samples to rounding error, otherwise noisy; qp if there is noise and the
/// columns of X are linearly dependent.
Fit learn_automatically(const Samples& samples, const FitOptions& options);

}  // namespace resunit
