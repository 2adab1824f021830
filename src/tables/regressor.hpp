// SPDX-License-Identifier: BSD-3-Clause
// Validation of a regressor from a file or a caller.
#pragma once

#include "resunit/regress.hpp"

namespace resunit {

/// Throws DataError unless shapes match, entries are finite, scales are positive, and all columns have names or none
/// has.
void validate(const Regressor& regressor);

}  // namespace resunit
