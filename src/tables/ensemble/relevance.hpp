// SPDX-License-Identifier: BSD-3-Clause
// The relevance of each input, and scaling of the inputs by it.
//     g_j = rms over rows of dF/dx_j,   s_j = max(0.05, (g_j / rms g)^(3/4)),   x_j <- s_j x_j            (G-relevance)
// The penalty on column j of A then has the weight 1/s_j^2: larger for irrelevant inputs. On functions of 5 out of 10
// inputs the error decreases by a third, on tables by about 1% (docs/journal/regression_study.md).
// g is the root of the diagonal of the average gradient outer product: Radhakrishnan et al., Mechanism for feature
// learning (2024).
#pragma once

#include "tables/data/network.hpp"

namespace resunit::regression {

/// s for the function of a network, from at most a few thousand rows; 1 for the bias.
Vector relevance(const Rows& rows, const Network& network);

/// Multiplies the columns of X by s.
void scale_inputs(const Vector& s, Rows& rows);

/// Changes a network for scaled inputs to the same function of the unscaled ones.
void unscale_inputs(const Vector& s, Network& network);

}  // namespace resunit::regression
