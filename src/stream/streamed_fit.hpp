// The methods of fit on samples that stay on disk: each searches on a part of them in memory, then makes passes.
#pragma once

#include "resunit/fit.hpp"
#include "stream/sample_stream.hpp"

namespace resunit {

/// `part`: samples of the stream. Throws OptionError for methods and options that need all samples in memory.
Fit learn_from_stream(SampleStream& stream, Dataset part, const FitOptions& options);

/// Throws that OptionError.
void require_streamable(const FitOptions& options);

}  // namespace resunit
