// Identification of a unit: exact, under noise, and the choice between the two.
#pragma once

#include <optional>

#include "resunit/fit.hpp"

namespace resunit {

/// Method::exact: usable where some unit fits every sample to rounding.
Fit learn_exact_unit(const Samples& samples, const FitOptions& options);

/// Method::noisy, from a unit thought to be near where there is one.
Fit learn_noisy_unit(const Samples& samples, const FitOptions& options, const std::optional<Unit>& start);

/// Method::automatic: exact where nothing but rounding separates the samples from a unit, else noisy; qp where the
/// columns of X are dependent and there is noise.
Fit learn_automatically(const Samples& samples, const FitOptions& options);

}  // namespace resunit
