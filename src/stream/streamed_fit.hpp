// The methods of fit on samples that stay on disk: each searches on a part of them in memory, then makes passes.
#pragma once

#include <string>

#include "resunit/fit.hpp"
#include "stream/sample_stream.hpp"

namespace resunit {

/// The method or option that needs all samples in memory; empty if there is none.
std::string needs_memory(const FitOptions& options);

/// `part`: samples of the stream; needs_memory(options) is empty.
Fit learn_from_stream(SampleStream& stream, Dataset part, const FitOptions& options);

}  // namespace resunit
