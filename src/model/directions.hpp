// SPDX-License-Identifier: BSD-3-Clause
// Units are positively homogeneous: without noise, a sample adds information only if its direction x / |x| is new.
#pragma once

#include <vector>

#include "resunit/samples.hpp"

namespace resunit {

/// The first sample of each direction x / |x| (to ten digits) with x != 0, in the order of the samples; at most `most`.
std::vector<Index> distinct_directions(const MatrixView& X, Index most);

/// The samples used under noise: distinct_directions, or all samples of a single input, which has only two directions.
std::vector<Index> informative_samples(const MatrixView& X, Index most);

}  // namespace resunit
