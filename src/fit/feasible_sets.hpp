// SPDX-License-Identifier: BSD-3-Clause
// The width of the feasible set of row j of layer 2 in the paper's programs.
//     width_j = max w'Yc - min w'Yc   over {c : Yc >= x_j},   w > 0 random, sum w = 1                         (D-width)
// With positive weights the maximum is infinite if and only if the set is unbounded; with random weights the width is
// zero only if the set is a point. Two linear programs per row, by Clp, in orthonormal coordinates of Y.
#pragma once

#include <vector>

#include "resunit/diagnose.hpp"

namespace resunit {

struct FeasibleWidth {
  FeasibleSet set = FeasibleSet::unknown;
  double width = 0;
};

std::vector<FeasibleWidth> feasible_widths(const Samples& samples, const FitOptions& options);

}  // namespace resunit
