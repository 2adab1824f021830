// Predictions against the truth, and what is left, as two plots.
#pragma once

#include "report/plot.hpp"
#include "resunit/types.hpp"

namespace resunit::report {

/// About two thousand points, of rows evenly picked.
std::vector<Plot> scatter(const MatrixView& predicted, const MatrixView& truth, const std::string& how);

}  // namespace resunit::report
