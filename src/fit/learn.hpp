// SPDX-License-Identifier: BSD-3-Clause
// The fit to validated samples with validated options.
#pragma once

#include "resunit/fit_result.hpp"
#include "resunit/samples.hpp"

namespace resunit {

/// Calls options.progress directly: the caller has opened the progress scope.
Fit learn_validated(const Samples& samples, const FitOptions& options);

}  // namespace resunit
