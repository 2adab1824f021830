// SPDX-License-Identifier: BSD-3-Clause
// The methods of fit out of core: each searches on a subset of the samples in memory, then makes passes over all.
#pragma once

#include <string>

#include "out_of_core/sample_stream.hpp"
#include "resunit/fit_result.hpp"

namespace resunit {

/// The method or option that requires all samples in memory; empty if there is none.
std::string needs_memory(const FitOptions& options);

/// `part`: samples of the stream. Requires that needs_memory(options) is empty.
Fit learn_out_of_core(SampleStream& stream, Dataset part, const FitOptions& options);

}  // namespace resunit
