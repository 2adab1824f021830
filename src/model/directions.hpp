// Units are positively homogeneous: samples tell something new only in new directions of x.
#pragma once

#include <vector>

#include "resunit/samples.hpp"

namespace resunit {

/// The root mean square of each column, 1 for one of zeros; for one of subnormal numbers the least that has an inverse.
Vector column_rms(const MatrixView& X);

/// The samples with x != 0, one for each direction x / |x| (to ten digits), in their order; at most `most` of them.
std::vector<Index> distinct_directions(const MatrixView& X, Index most);

/// Those under noise: of a single input, which has two directions only, every sample counts.
std::vector<Index> informative_samples(const MatrixView& X, Index most);

}  // namespace resunit
