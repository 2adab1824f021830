// SPDX-License-Identifier: BSD-3-Clause
// The methods of fit out of core: each searches on a subset of the samples in memory, then makes passes over all.
#pragma once

#include <string>

#include "out_of_core/sample_stream.hpp"
#include "resunit/fit_result.hpp"

namespace resunit {

/// The method or option that requires all samples in memory; empty if there is none.
std::string unsupported_out_of_core(const FitOptions& options);

/// `subset`: samples of the stream, in memory. Requires that unsupported_out_of_core(options) is empty.
Fit learn_out_of_core(SampleStream& stream, Dataset subset, const FitOptions& options);

}  // namespace resunit
