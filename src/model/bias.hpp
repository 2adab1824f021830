// SPDX-License-Identifier: BSD-3-Clause
// A bias is the weight of a constant input of one.
#pragma once

#include "resunit/samples.hpp"

namespace resunit {

/// Throws DataError unless m >= d + 1: B must have full rank with the constant input as well.
void require_outputs_for_bias(Index inputs, Index outputs);

/// The samples with a constant input of one as last column of X. Throws DataError unless m >= d + 1.
Dataset with_constant(const Samples& samples);

}  // namespace resunit
