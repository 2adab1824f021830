// SPDX-License-Identifier: BSD-3-Clause
// The mean of networks as one network on the columns of the caller's table.
//     1/M sum_i (W_i z + V_i (A_i z)^+)  =  W z + V (A z)^+
//     A = [A_1; ...; A_M],   W = 1/M sum_i W_i,   V = 1/M [V_1, ..., V_M]
#pragma once

#include "resunit/regress.hpp"
#include "tables/data/network.hpp"

namespace resunit::regression {

/// Column c of the networks is column columns[c] of the table, which has `inputs` columns; the others have weight zero.
void stack(const std::vector<Network>& networks, const std::vector<Index>& columns, Index inputs, Regressor& regressor);

}  // namespace resunit::regression
