// SPDX-License-Identifier: BSD-3-Clause
// An exact network for noiseless samples, weights of any sign.
//     repeat from random starts:  relaxed network on a subset (relaxed_search.hpp) -> prune -> decode (decode/)
//                                 -> descent in the exact network on all samples
//     until the squared relative residual is below 1e-20                                                    (D-exact)
// Lines of the lowest layer that recur in at least three of the last stalled starts begin the next ones.
#pragma once

#include <string>

#include "deep/descent/network_state.hpp"
#include "deep/work_limit.hpp"
#include "resunit/network.hpp"
#include "resunit/progress.hpp"

namespace resunit {

struct ExactSearchOptions {
  Index layers = 3;
  int starts = 0;  ///< 0: by L and the number of samples per input
  std::uint64_t seed = 0;
  int threads = 1;
  Progress progress = {};
};

struct ExactSearchResult {
  Network network;           ///< the best one; empty if no start could be decoded
  double relative_loss = 1;  ///< |Yhat - Y|^2 / |Y|^2
  double relaxed_loss = 1;   ///< smallest loss of the relaxed network, relative to that of the whitened outputs
  int starts = 0;
};

/// |Yhat - Y|^2 / |Y|^2 below which a network is exact.
inline constexpr double kExactNetwork = 1e-20;

ExactSearchResult search_exact_network(const ColumnSamples& samples, const ExactSearchOptions& options,
                                       WorkLimit& work);

}  // namespace resunit
