// SPDX-License-Identifier: BSD-3-Clause
// The output of `inspect` for a regressor.
#pragma once

#include <string>

#include "resunit/regress.hpp"

namespace resunit::cli {

/// With the weights A, W, V if `weights` is true.
std::string inspection_text(const Regression& regression, bool weights);
std::string inspection_json(const Regression& regression, bool weights);

}  // namespace resunit::cli
