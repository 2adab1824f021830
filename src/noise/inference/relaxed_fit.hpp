// SPDX-License-Identifier: BSD-3-Clause
// Does the relaxed model y = V |Ux| + W x with d lines describe the samples? It contains every network with d hidden
// neurons, leaky or not, and any linear skip connection. Its residuals are tested for dependence on |Gx|, for random
// directions G, by Pillai's trace (dependence.hpp).
#pragma once

#include "resunit/fit_options.hpp"
#include "resunit/samples.hpp"

namespace resunit {

/// True if the residuals of the relaxed model are rounding errors, or show no dependence on x (p >= 1e-4).
bool relaxed_model_fits(const Samples& samples, const FitOptions& options);

}  // namespace resunit
