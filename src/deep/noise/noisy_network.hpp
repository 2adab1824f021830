// SPDX-License-Identifier: BSD-3-Clause
// The least-squares network under noise:  min over W_0, ..., W_{L-1} of 1/2n sum_i |f(x_i) - y_i|^2
//     repeat from random starts:  relaxed minimum -> exact minimum -> relaxed minimum near it
//     until the exact loss is as far above the relaxed loss f_r as noise explains,
//         f <= f_r (nm - p_e) / (nm - p_r) (1 + 3 sqrt(2 (p_r - p_e)) / nm)                              (D-noise-band)
// with p_e and p_r identifiable weights. Above this bound the exact minimum is local, or no network of this depth
// describes the samples.
#pragma once

#include <cstdint>

#include "deep/descent/network_descent.hpp"
#include "deep/work_limit.hpp"
#include "resunit/fit_network.hpp"

namespace resunit {

struct NoisyNetwork {
  Network network;              ///< empty if no network was found
  double relative_loss = 0;     ///< |E|^2 / |Y|^2
  double relaxed_loss = 0;      ///< the smallest one found
  double lower = 0, upper = 0;  ///< the band around the loss that the relaxed loss predicts
  int starts = 0;

  [[nodiscard]] bool inside() const { return relative_loss <= upper; }
};

struct NoisySearchOptions {
  Index layers = 3;
  int starts = 0;  ///< 0: kNoisyStarts
  std::uint64_t seed = 0;
  int threads = 1;
  Progress progress = {};
};
inline constexpr int kNoisyStarts = 8;

NoisyNetwork search_noisy_network(const ColumnSamples& samples, const NoisySearchOptions& options, WorkLimit& work);

/// Numbers of identifiable weights of the exact network, p_e, and of the relaxed one, p_r.
Index weight_count(Index inputs, Index outputs, Index layers);
Index relaxed_weight_count(Index inputs, Index outputs, Index layers);

}  // namespace resunit
