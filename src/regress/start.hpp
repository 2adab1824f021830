// The network a descent starts from: hinges chosen greedily, then the best linear layer on top of them.
#pragma once

#include <cstdint>

#include "regress/hinge_pool.hpp"

namespace resunit::regression {

/// 2000 to 4000 of the rows at most, evenly spread.
Sample draw_sample(const Rows& rows, const Spans& spans);

/// W and V of least loss (G-loss) for given A, over the sample.
void solve_output_layer(const Sample& sample, double lambda, Network& network);

/// A network of width k. Units are scaled to rms 1 over the sample, then balanced: |a_j| = |v_j| is where the penalty
/// is least among all networks that compute the same function.
Network start_network(const Sample& sample, Index k, double lambda, std::uint64_t seed);

}  // namespace resunit::regression
