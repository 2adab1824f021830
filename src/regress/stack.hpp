// The mean of networks as one network, in the columns of the caller's table.
//     1/M sum_i (W_i z + V_i (A_i z)^+)  =  W z + V (A z)^+,   A = [A_1; ...; A_M],  W = 1/M sum W_i,  V = 1/M [V_1 ...
//     V_M]
#pragma once

#include "regress/network.hpp"
#include "resunit/regress.hpp"

namespace resunit::regression {

/// `columns[c]` is the column of the table that networks see as c; all others get weight zero, of `inputs` in all.
void stack(const std::vector<Network>& networks, const std::vector<Index>& columns, Index inputs, Regressor& regressor);

}  // namespace resunit::regression
