// SPDX-License-Identifier: BSD-3-Clause
// Warnings about columns of X whose weights are not identifiable.
#pragma once

#include <string>
#include <vector>

#include "resunit/samples.hpp"

namespace resunit {

/// One sentence for each zero, constant or repeated column of X.
std::vector<std::string> column_warnings(const Samples& samples, const Columns& columns = {});

}  // namespace resunit
