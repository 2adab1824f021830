// SPDX-License-Identifier: BSD-3-Clause
// Two plots: predicted against observed outputs, and residuals.
#pragma once

#include "report/plot.hpp"
#include "resunit/types.hpp"

namespace resunit::report {

/// At most about two thousand points, from evenly spaced rows. `kind` is "fitted" or "predicted".
std::vector<Plot> scatter(const MatrixView& predicted, const MatrixView& truth, const std::string& kind);

}  // namespace resunit::report
