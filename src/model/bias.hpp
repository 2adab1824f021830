// A bias is the weight of an input that is always one.
#pragma once

#include "resunit/samples.hpp"

namespace resunit {

/// The samples with a constant input behind the others. Throws DataError unless m >= d + 1.
Dataset with_constant(const Samples& samples);

}  // namespace resunit
