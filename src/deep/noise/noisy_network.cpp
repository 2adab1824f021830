// SPDX-License-Identifier: BSD-3-Clause
#include "deep/noise/noisy_network.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "deep/noise/exact_minimum.hpp"
#include "deep/noise/relaxed_minimum.hpp"
#include "deep/noise/row_moves.hpp"

namespace resunit {
namespace {

constexpr int kRounds = 3;             ///< returns from the exact minimum to the relaxed loss, per start
constexpr double kRoundGain = 1e-3;    ///< relative decrease of the relaxed loss that is worth another round
constexpr double kBandDeviations = 3;  ///< half width of the band in standard deviations

constexpr NetworkDescentOptions kRelaxedMinimum{.max_steps = 60, .tolerance = 1e-7};

class NoisySearch {
 public:
  NoisySearch(const ColumnSamples& samples, const NoisySearchOptions& options, WorkLimit& work)
      : samples_(samples), options_(options), work_(work) {
    best_.relative_loss = best_.relaxed_loss = std::numeric_limits<double>::infinity();
  }

  NoisyNetwork run() {
    const int starts = options_.starts > 0 ? options_.starts : kNoisyStarts;
    for (int s = 0; s < starts && !work_.exhausted(); ++s) {
      if (options_.progress) options_.progress("noisy search", static_cast<double>(s) / starts);
      best_.starts = s + 1;
      start(s);
      set_band();
      if (best_.inside()) break;
    }
    return std::move(best_);
  }

 private:
  void start(int s) {
    Random random(split_mix(options_.seed) + static_cast<std::uint64_t>(s), Stream::deep_noise);
    RelaxedFit relaxed = find_relaxed_minimum(samples_, options_.layers - 1, random, options_.threads, work_);
    for (int round = 0; round < kRounds; ++round) {
      best_.relaxed_loss = std::min(best_.relaxed_loss, relaxed.loss);
      LayersMinimum exact = find_exact_minimum(samples_, relaxed.weights, options_.threads, work_);
      if (!std::isfinite(exact.relative_loss)) return;
      exact = improve_by_row_moves(samples_, std::move(exact), random, options_.threads, work_);
      keep_if_better(exact);
      LayersMinimum near = work_.descend(NetworkFamily::relaxed, samples_, relaxed_form(exact.weights),
                                         with_threads(kRelaxedMinimum, options_.threads));
      const bool gained = near.relative_loss < (1 - kRoundGain) * relaxed.loss;
      relaxed = {.weights = std::move(near.weights), .loss = near.relative_loss};
      best_.relaxed_loss = std::min(best_.relaxed_loss, relaxed.loss);
      if (!gained) return;
    }
  }

  void keep_if_better(const LayersMinimum& exact) {
    if (exact.relative_loss >= best_.relative_loss) return;
    best_.relative_loss = exact.relative_loss;
    best_.network.weights = exact.weights;
    best_.network.weights.push_back(exact.last);
  }

  void set_band() {
    const Index d = samples_.X.cols(), m = samples_.Y.cols();
    const auto equations = static_cast<double>(samples_.Y.size());
    const auto exact = static_cast<double>(weight_count(d, m, options_.layers));
    const auto relaxed = static_cast<double>(relaxed_weight_count(d, m, options_.layers));
    const double expected = best_.relaxed_loss * (equations - exact) / (equations - relaxed);
    const double deviation = kBandDeviations * std::sqrt(2 * (relaxed - exact)) / equations;
    best_.lower = expected * (1 - deviation);
    best_.upper = equations > relaxed ? expected * (1 + deviation) : 0;
  }

  const ColumnSamples& samples_;
  const NoisySearchOptions& options_;
  WorkLimit& work_;
  NoisyNetwork best_;
};

}  // namespace

Index weight_count(Index inputs, Index outputs, Index layers) {
  return (layers - 1) * inputs * inputs + outputs * inputs;
}

Index relaxed_weight_count(Index inputs, Index outputs, Index layers) {
  Index count = outputs * inputs * layers;                                // the last layer
  for (Index l = 1; l < layers; ++l) count += inputs * (inputs * l - 1);  // rows of unit length
  return count;
}

NoisyNetwork search_noisy_network(const ColumnSamples& samples, const NoisySearchOptions& options, WorkLimit& work) {
  return NoisySearch(samples, options, work).run();
}

}  // namespace resunit
