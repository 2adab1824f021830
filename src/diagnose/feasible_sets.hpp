// How far the samples pin down row j of layer 2 in the paper's programs.
//     width_j = max w'Yc - min w'Yc   over {c : Yc >= x_j},   w > 0 random, sum w = 1                  (D-width)
// Positive weights make the maximum infinite exactly where the set is unbounded; random ones make the width zero only
// where the set is a point. Two linear programs a row, by Clp, in orthonormal coordinates of Y.
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
