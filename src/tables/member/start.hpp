// SPDX-License-Identifier: BSD-3-Clause
// The starting point of a descent: greedily chosen hinges, and the best output layer for them.
#pragma once

#include <cstdint>

#include "tables/member/hinge_pool.hpp"

namespace resunit::regression {

/// At most 2000 to 4000 rows (fewer for wide tables), evenly spaced.
Sample draw_sample(const Rows& rows, const Spans& spans);

/// W and V of lowest loss (G-loss) for given A, over the sample.
void solve_output_layer(const Sample& sample, double lambda, Network& network);

/// A network of width k. Hidden neurons are scaled to rms 1 over the sample, then balanced: |a_j| = |v_j| minimizes the
/// penalty among all networks that compute the same function.
Network start_network(const Sample& sample, Index k, double lambda, std::uint64_t seed);

}  // namespace resunit::regression
