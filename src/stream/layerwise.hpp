// The paper's algorithm with (R1) rows on samples that stay on disk: method qp of src/paper/layerwise.hpp, in passes.
#pragma once

#include "resunit/fit.hpp"
#include "stream/sample_stream.hpp"

namespace resunit {

/// `part`: samples of the stream in memory, whose answers are where the passes start.
Fit learn_streamed_layerwise(SampleStream& stream, const Samples& part, const FitOptions& options);

}  // namespace resunit
