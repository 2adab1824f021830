// SPDX-License-Identifier: BSD-3-Clause
#include "deep/noise/relaxed_minimum.hpp"

#include <Eigen/SVD>
#include <algorithm>
#include <cmath>
#include <limits>

#include "deep/search/relaxed_network.hpp"
#include "linalg/project_out.hpp"

namespace resunit {
namespace {

constexpr double kSearchWidth = 1.25, kFirstWidth = 2;  ///< neurons per layer, relative to d
constexpr int kSearchCycles = 4;
constexpr double kNoiseFactor = 9;  ///< directions of Y below three times the noise are damped in whitening

constexpr int kGrowths = 8, kGrowthsWithoutGain = 3;
constexpr double kGrowthGain = 1e-3;  ///< relative decrease of the loss that counts as a gain
constexpr double kGrownShare = 0.75;  ///< neurons appended to each layer, relative to d
constexpr int kPruneCandidates = 2;   ///< neurons tried per removal

constexpr NetworkDescentOptions kNoiseLevelFit{.max_steps = 30, .tolerance = 1e-3};
constexpr NetworkDescentOptions kAfterRemoval{.max_steps = 10, .tolerance = 1e-3};
constexpr NetworkDescentOptions kAfterGrowth{.max_steps = 15, .tolerance = 1e-4};
constexpr NetworkDescentOptions kRelaxedDescent{.max_steps = 40, .tolerance = 1e-6};

class RelaxedMinimum {
 public:
  RelaxedMinimum(const ColumnSamples& samples, Index hidden, Random& random, int threads, WorkLimit& work)
      : samples_(samples), hidden_(hidden), d_(samples.X.cols()), random_(random), threads_(threads), work_(work) {}

  RelaxedFit run() {
    const ColumnSamples whitened{.X = samples_.X, .Y = whitened_up_to_noise(noise_variance())};
    RelaxedFit fit = search_relaxed_network(
        whitened, hidden_, {.width = times_d(kSearchWidth), .cycles = kSearchCycles, .threads = threads_}, random_,
        work_);
    fit = minimum(pruned(descent(std::move(fit.weights), kRelaxedDescent)));
    for (int k = 0, without_gain = 0; k < kGrowths && without_gain < kGrowthsWithoutGain; ++k) {
      RelaxedFit next = minimum(pruned(descent(grown(fit.weights), kAfterGrowth)));
      without_gain = next.loss < (1 - kGrowthGain) * fit.loss ? 0 : without_gain + 1;
      if (next.loss < fit.loss) fit = std::move(next);
    }
    return fit;
  }

 private:
  Index times_d(double factor) const { return static_cast<Index>(std::ceil(factor * static_cast<double>(d_))); }

  RelaxedFit descent(HiddenWeights weights, NetworkDescentOptions options) {
    LayersMinimum minimum =
        work_.descend(NetworkFamily::relaxed, samples_, std::move(weights), with_threads(options, threads_));
    return {.weights = std::move(minimum.weights), .loss = minimum.relative_loss};
  }
  RelaxedFit minimum(RelaxedFit fit) { return descent(std::move(fit.weights), kRelaxedDescent); }

  /// Per entry of Y, from the residual of a wide network.
  double noise_variance() {
    const std::vector<Index> widths(static_cast<std::size_t>(hidden_), times_d(kFirstWidth));
    const RelaxedFit fit = descent(random_network(d_, widths, random_), kNoiseLevelFit);
    const NetworkShape shape(NetworkFamily::relaxed, d_, fit.weights);
    const auto entries = static_cast<double>(samples_.Y.size());
    const auto weights = static_cast<double>(shape.unknowns() + shape.fan_in(hidden_) * samples_.Y.cols());
    const double squares = fit.loss * samples_.Y.squaredNorm();
    return squares / std::max(entries - weights, entries / 4);
  }

  Eigen::MatrixXd whitened_up_to_noise(double variance) const {
    const Eigen::MatrixXd Q = orthonormal_columns(samples_.X / samples_.X.norm(), kWhiteningRank);
    const Eigen::MatrixXd nonlinear = samples_.Y - Q * (Q.transpose() * samples_.Y);
    const Eigen::BDCSVD<Eigen::MatrixXd> svd(nonlinear, Eigen::ComputeThinU);
    const auto n = static_cast<double>(samples_.count());
    const Eigen::ArrayXd squares = svd.singularValues().array().square();
    const Vector weights = (squares / (squares + kNoiseFactor * n * variance)).sqrt();
    return svd.matrixU() * (std::sqrt(n) * weights).asDiagonal();
  }

  /// Removes the neuron whose removal costs least, one by one, until every layer has d.
  RelaxedFit pruned(RelaxedFit fit) {
    while (const std::optional<Index> widest = widest_layer(fit.weights, d_)) {
      const std::vector<Index> order = cheapest_first(removal_costs(fit.weights, samples_, *widest, threads_));
      RelaxedFit best{.loss = std::numeric_limits<double>::infinity()};
      for (int k = 0; k < kPruneCandidates && k < static_cast<int>(order.size()); ++k) {
        RelaxedFit next =
            descent(drop_neuron(fit.weights, samples_.X, *widest, order[static_cast<std::size_t>(k)]), kAfterRemoval);
        if (best.weights.empty() || next.loss < best.loss) best = std::move(next);
      }
      fit = std::move(best);
    }
    return fit;
  }

  HiddenWeights grown(HiddenWeights weights) {
    for (Index l = 0; l < hidden_; ++l) {
      const Index columns = weights[static_cast<std::size_t>(l)].cols();
      weights = add_neurons(weights, d_, l, random_rows(times_d(kGrownShare), d_, columns, random_));
    }
    return weights;
  }

  const ColumnSamples& samples_;
  Index hidden_, d_;
  Random& random_;
  int threads_;
  WorkLimit& work_;
};

}  // namespace

RelaxedFit find_relaxed_minimum(const ColumnSamples& samples, Index hidden, Random& random, int threads,
                                WorkLimit& work) {
  return RelaxedMinimum(samples, hidden, random, threads, work).run();
}

}  // namespace resunit
