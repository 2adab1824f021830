// SPDX-License-Identifier: BSD-3-Clause
#include "deep/search/relaxed_search.hpp"

#include <Eigen/QR>
#include <Eigen/SVD>
#include <algorithm>
#include <cmath>
#include <limits>

#include "deep/search/relaxed_network.hpp"
#include "linalg/project_out.hpp"

namespace resunit {
namespace {

constexpr NetworkFamily kRelaxed = NetworkFamily::relaxed;

constexpr double kReplacedShare = 0.25;                       ///< of a layer's neurons in a refresh
constexpr double kGoodStart = 1e-6;                           ///< loss below which no refresh is tried
constexpr double kNearlyExact = 1e-5, kRoundingLoss = 1e-18;  ///< losses between which a descent is continued

// Descents: steps, tolerance, damping.
constexpr NetworkDescentOptions kFirst{.max_steps = 40, .tolerance = 1e-4, .target = 1e-20};
constexpr NetworkDescentOptions kAfterRefresh{.max_steps = 25, .tolerance = 1e-3, .target = 1e-20};
constexpr NetworkDescentOptions kContinued{.max_steps = 40, .damping = 1e-4, .tolerance = 3e-2, .target = 1e-20};
constexpr NetworkDescentOptions kAfterDrop{.max_steps = 20, .tolerance = 1e-3, .target = 1e-19};
constexpr NetworkDescentOptions kAfterPruning{.max_steps = 60, .tolerance = 1e-7, .target = 1e-20};
constexpr double kSmallDamping = 1e-3;  ///< of a descent after a drop from an exact fit

constexpr double kDroppedAtOnce = 0.3;  ///< share of the excess of a layer that is dropped before one descent
constexpr int kCandidates = 6;          ///< neurons tried per drop while the fit is exact
constexpr int kCandidatesInexact = 3;   ///< the same otherwise
constexpr double kSmallIncrease = 5;    ///< ratio of losses up to which a drop of an inexact fit is accepted at once

RelaxedFit descent(const ColumnSamples& samples, HiddenWeights start, const NetworkDescentOptions& options,
                   WorkLimit& work) {
  LayersMinimum minimum = work.descend(kRelaxed, samples, std::move(start), options);
  return {.weights = std::move(minimum.weights), .loss = minimum.relative_loss};
}

RelaxedFit continued(const ColumnSamples& samples, RelaxedFit fit, int threads, WorkLimit& work) {
  if (fit.loss >= kNearlyExact || fit.loss <= kRoundingLoss) return fit;
  RelaxedFit better = descent(samples, fit.weights, with_threads(kContinued, threads), work);
  return better.loss < fit.loss ? better : fit;
}

HiddenWeights refreshed(const ColumnSamples& samples, HiddenWeights weights, int threads, Random& random) {
  const Index d = samples.X.cols();
  for (Index l = 0; l < static_cast<Index>(weights.size()); ++l) {
    const Index width = weights[static_cast<std::size_t>(l)].rows();
    const Index replaced = std::max<Index>(1, static_cast<Index>(kReplacedShare * static_cast<double>(width)));
    std::vector<Index> worst = cheapest_first(removal_costs(weights, samples, l, threads));
    worst.resize(static_cast<std::size_t>(replaced));
    std::sort(worst.rbegin(), worst.rend());
    for (const Index j : worst) weights = drop_neuron(weights, samples.X, l, j);
    const Index columns = weights[static_cast<std::size_t>(l)].cols();
    weights = add_neurons(weights, d, l, random_rows(replaced, d, columns, random));
  }
  return weights;
}

}  // namespace

RelaxedFit search_relaxed_network(const ColumnSamples& samples, Index hidden, const RelaxedSearchOptions& options,
                                  Random& random, WorkLimit& work) {
  const int threads = options.threads;
  HiddenWeights start =
      random_network(samples.X.cols(), std::vector<Index>(static_cast<std::size_t>(hidden), options.width), random);
  const Index given = std::min(options.first_rows.rows(), options.width);
  if (given > 0) start.front().topRows(given) = options.first_rows.topRows(given);
  RelaxedFit best =
      continued(samples, descent(samples, std::move(start), with_threads(kFirst, threads), work), threads, work);
  for (int cycle = 0; cycle < options.cycles && best.loss >= kGoodStart && !work.exhausted(); ++cycle) {
    RelaxedFit next =
        descent(samples, refreshed(samples, best.weights, threads, random), with_threads(kAfterRefresh, threads), work);
    if (next.loss < best.loss) best = continued(samples, std::move(next), threads, work);
  }
  return best;
}

RelaxedFit prune(const ColumnSamples& samples, RelaxedFit fit, Index width, int threads, WorkLimit& work) {
  while (const std::optional<Index> too_wide = widest_layer(fit.weights, width)) {
    if (work.exhausted()) return {.loss = std::numeric_limits<double>::infinity()};
    const Index widest = *too_wide, excess = fit.weights[static_cast<std::size_t>(widest)].rows() - width;
    const auto at_once = static_cast<Index>(kDroppedAtOnce * static_cast<double>(excess)) - 1;
    for (Index k = 0; k < at_once; ++k)
      fit.weights = drop_neuron(fit.weights, samples.X, widest,
                                cheapest_first(removal_costs(fit.weights, samples, widest, threads)).front());
    const bool exact = fit.loss <= kExactLoss;
    NetworkDescentOptions after = with_threads(kAfterDrop, threads);
    if (exact) after.damping = kSmallDamping;
    const std::vector<Index> order = cheapest_first(removal_costs(fit.weights, samples, widest, threads));
    RelaxedFit best{.loss = std::numeric_limits<double>::infinity()};
    for (int k = 0; k < kCandidates && k < static_cast<int>(order.size()); ++k) {
      RelaxedFit next = descent(
          samples, drop_neuron(fit.weights, samples.X, widest, order[static_cast<std::size_t>(k)]), after, work);
      if (next.loss < best.loss) best = std::move(next);
      if (best.loss < kExactLoss) break;
      if (!exact && (best.loss < kSmallIncrease * fit.loss || k + 1 >= kCandidatesInexact)) break;
    }
    if (best.weights.empty()) return best;
    fit = std::move(best);
  }
  if (fit.loss > kExactLoss / 100) fit = descent(samples, fit.weights, with_threads(kAfterPruning, threads), work);
  return fit;
}

Eigen::MatrixXd whitened_outputs(const ColumnSamples& samples) {
  const Eigen::MatrixXd Q = orthonormal_columns(samples.X / samples.X.norm(), kWhiteningRank);
  const Eigen::MatrixXd nonlinear = samples.Y - Q * (Q.transpose() * samples.Y);
  const Eigen::BDCSVD<Eigen::MatrixXd> svd(nonlinear, Eigen::ComputeThinU);
  const Vector& values = svd.singularValues();
  const Index rank = (values.array() > kWhiteningRank * values(0)).count();
  return svd.matrixU().leftCols(rank) * std::sqrt(static_cast<double>(samples.count()));
}

}  // namespace resunit
