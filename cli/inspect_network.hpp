// SPDX-License-Identifier: BSD-3-Clause
// resunit inspect for the models of networks.
#pragma once

#include <string>

#include "resunit/fit_network.hpp"

namespace resunit::cli {

std::string inspection_text(const NetworkFit& fit, bool weights);

}  // namespace resunit::cli
