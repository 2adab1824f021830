// SPDX-License-Identifier: BSD-3-Clause
// Wall times of stages as text.
#pragma once

#include <string>
#include <utility>
#include <vector>

namespace resunit {

/// "  time: 0.021 s (lines 0.0025, relax 0.003, descent 0.016)\n"; empty if no stage was timed.
std::string stages_text(const std::vector<std::pair<std::string, double>>& seconds);

}  // namespace resunit
