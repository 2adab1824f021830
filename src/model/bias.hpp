// SPDX-License-Identifier: BSD-3-Clause
// A bias is the weight of a constant input of one.
#pragma once

#include "resunit/samples.hpp"

namespace resunit {

/// The samples with a constant input of one as last column of X. Throws DataError unless m >= d + 1.
Dataset with_constant(const Samples& samples);

}  // namespace resunit
