// SPDX-License-Identifier: BSD-3-Clause
// Descent on the output loss from a unit found by another method.
#pragma once

#include "resunit/samples.hpp"
#include "resunit/unit.hpp"

namespace resunit {

/// The minimum of 1/2n sum |y - B [(A x)^+ + x]|^2 that VPLM reaches from `unit`; `unit` itself if it is not lower.
/// With biases, samples and units have the constant as last input and last output (model/bias.hpp).
Unit nearest_minimum(const Samples& samples, const Unit& unit, Bias bias = Bias::none);

}  // namespace resunit
