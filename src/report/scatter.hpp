// SPDX-License-Identifier: BSD-3-Clause
// Two plots: predictions against the truth, and residuals.
#pragma once

#include "report/plot.hpp"
#include "resunit/types.hpp"

namespace resunit::report {

/// About two thousand points from evenly spaced rows.
std::vector<Plot> scatter(const MatrixView& predicted, const MatrixView& truth, const std::string& how);

}  // namespace resunit::report
