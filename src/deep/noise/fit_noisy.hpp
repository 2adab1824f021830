// SPDX-License-Identifier: BSD-3-Clause
// The fit of a network under noise: standardize columns, search the least-squares network, judge its loss, estimate the
// noise level and the standard errors.
#pragma once

#include "deep/noise/noisy_network.hpp"
#include "resunit/fit_network.hpp"

namespace resunit {

NetworkFit fit_noisy_network(const Samples& samples, const NoisySearchOptions& options, WorkLimit& work);

/// Sets training_loss and relative_residual to those of the network on the samples.
void set_residual(const Samples& samples, const Network& network, int threads, NetworkFit& fit);

}  // namespace resunit
