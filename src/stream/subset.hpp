// A random part of the samples of a stream, small enough for memory: where searches look and fits start.
#pragma once

#include "stream/sample_stream.hpp"

namespace resunit {

/// `count` samples, each subset equally likely, in the order of the files; all if there are no more. One pass.
Dataset random_subset(SampleStream& stream, Index count, std::uint64_t seed);

}  // namespace resunit
