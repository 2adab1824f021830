// SPDX-License-Identifier: BSD-3-Clause
// The output of `inspect` for a regressor.
#pragma once

#include <string>

#include "resunit/regress.hpp"

namespace resunit::cli {

std::string inspection_text(const Regression& regression);
std::string inspection_json(const Regression& regression);

}  // namespace resunit::cli
