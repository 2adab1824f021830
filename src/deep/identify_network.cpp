// SPDX-License-Identifier: BSD-3-Clause
#include "deep/identify_network.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "deep/active_piece/lowest_layers.hpp"
#include "deep/certificate.hpp"
#include "deep/descent/network_descent.hpp"
#include "linalg/indexing.hpp"
#include "model/random_subset.hpp"

namespace resunit {
namespace {

constexpr Index kManySamples = 40;      ///< per input: from here on, half of the samples suffices for the search
constexpr Index kHeldOutShare = 8;      ///< otherwise, one sample in this many is held out
constexpr double kSameOnHeldOut = 100;  ///< largest ratio of residuals of held-out and other samples, at rounding level

constexpr NetworkDescentOptions kLastDescent{.max_steps = 20, .damping = 1e-8, .target = 1e-32};

/// The samples of a search, and those that confirm its result.
struct Split {
  ColumnSamples fitted, held_out;
};

ColumnSamples rows_of(const ColumnSamples& samples, const std::vector<Index>& rows) {
  return {.X = samples.X(rows, kAll), .Y = samples.Y(rows, kAll)};
}

Split split(const ColumnSamples& samples, Index held_out, std::uint64_t seed) {
  const Index n = samples.count();
  Random random(seed, Stream::deep_halves);
  std::vector<Index> order = random_order(n, random);
  const auto middle = order.begin() + std::max<Index>(n - held_out, 0);
  return {.fitted = rows_of(samples, {order.begin(), middle}), .held_out = rows_of(samples, {middle, order.end()})};
}

class Identification {
 public:
  Identification(const ColumnSamples& samples, const ExactSearchOptions& options, WorkLimit& work)
      : samples_(samples), options_(options), work_(work) {}

  IdentifiedNetwork run() {
    if (is_linear()) return finish(linear_network(), false);
    ExactSearchResult found = from_active_piece(samples_);
    if (is_exact(found)) {
      const Split most = split_most();
      return finish(std::move(found), confirms(most, from_active_piece(most.fitted)));
    }
    if (samples_.count() >= kManySamples * samples_.X.cols()) {
      const Split halves = split(samples_, samples_.count() / 2, options_.seed);
      found = search(halves.fitted);
      if (!is_exact(found) || confirms(halves, found)) return finish(std::move(found), is_exact(found));
    }
    found = search(samples_);
    if (!is_exact(found)) return finish(std::move(found), false);
    const Split most = split_most();
    return finish(std::move(found), confirms(most, search(most.fitted)));
  }

  IdentifiedNetwork run_from(const Network& start) {
    return finish(descend_from(samples_, {start.weights.begin(), start.weights.end() - 1}), false);
  }

 private:
  static bool is_exact(const ExactSearchResult& found) { return found.relative_loss < kExactNetwork; }

  /// All samples but one in eight, at least 2d + 2 of them.
  Split split_most() const {
    return split(samples_, std::max(2 * samples_.X.cols() + 2, samples_.count() / kHeldOutShare), options_.seed);
  }

  ExactSearchResult search(const ColumnSamples& samples) { return search_exact_network(samples, options_, work_); }

  /// The layers that the region of active neurons identifies, and a search for the others.
  ExactSearchResult from_active_piece(const ColumnSamples& samples) {
    HiddenWeights lower = find_lowest_layers(samples, options_.layers - 1);
    return lower.empty() ? ExactSearchResult{} : search_above(samples, std::move(lower));
  }

  ExactSearchResult search_above(const ColumnSamples& samples, HiddenWeights lower) {
    ExactSearchResult found;
    if (const Index rest = options_.layers - static_cast<Index>(lower.size()); rest >= 2) {
      ColumnSamples above = samples;
      for (const Matrix& W : lower) above.X += (above.X * W.transpose()).cwiseMax(0.0);
      ExactSearchOptions options = options_;
      options.layers = rest;
      found = search_exact_network(on_unit_sphere(above), options, work_);
      if (found.network.weights.empty()) return found;
      lower.insert(lower.end(), found.network.weights.begin(), found.network.weights.end() - 1);
    }
    ExactSearchResult all = descend_from(samples, std::move(lower));
    all.starts = found.starts;
    all.relaxed_loss = found.relaxed_loss;
    return all;
  }

  /// The network of the hidden layers near `start`, with the best last layer.
  ExactSearchResult descend_from(const ColumnSamples& samples, HiddenWeights start) {
    LayersMinimum minimum =
        work_.descend(NetworkFamily::exact, samples, std::move(start), with_threads(kLastDescent, options_.threads));
    ExactSearchResult found{.relative_loss = minimum.relative_loss};
    found.network.weights = std::move(minimum.weights);
    found.network.weights.push_back(std::move(minimum.last));
    return found;
  }

  static bool confirms(const Split& split, const ExactSearchResult& found) {
    return is_exact(found) &&
           largest_residual(split.held_out, found.network) <=
               std::max(kLargestBackwardError, kSameOnHeldOut * largest_residual(split.fitted, found.network));
  }

  ExactSearchResult linear_network() const {
    const Index d = samples_.X.cols();
    HiddenWeights zero(static_cast<std::size_t>(options_.layers - 1), Matrix::Zero(d, d));
    LayersMinimum fit = descend(NetworkFamily::exact, samples_, std::move(zero), {.max_steps = 0});
    ExactSearchResult result{.relative_loss = fit.relative_loss};
    result.network.weights = std::move(fit.weights);
    result.network.weights.push_back(std::move(fit.last));
    return result;
  }
  bool is_linear() const { return linear_network().relative_loss < kExactNetwork; }

  IdentifiedNetwork finish(ExactSearchResult found, bool confirmed) {
    IdentifiedNetwork result{
        .relative_loss = found.relative_loss, .relaxed_loss = found.relaxed_loss, .starts = found.starts};
    if (found.network.weights.empty()) return result;
    result.network = std::move(found.network);
    if (!result.exact()) return result;
    ExactSearchResult refined =
        descend_from(samples_, {result.network.weights.begin(), result.network.weights.end() - 1});
    result.relative_loss = refined.relative_loss;
    result.network = std::move(refined.network);
    clear_inactive_rows(samples_, result.network);
    result.network = canonical(std::move(result.network));
    result.certificate = certify(samples_, result.network, confirmed, options_.threads);
    return result;
  }

  const ColumnSamples& samples_;
  ExactSearchOptions options_;
  WorkLimit& work_;
};

}  // namespace

void clear_inactive_rows(const ColumnSamples& samples, Network& network) {
  Matrix R = samples.X;
  for (Index l = 0; l + 1 < network.layers(); ++l) {
    Matrix& W = network.weights[static_cast<std::size_t>(l)];
    const Matrix V = R * W.transpose();
    for (Index j = 0; j < W.rows(); ++j)
      if ((V.col(j).array() <= 0).all()) W.row(j).setZero();
    R += V.cwiseMax(0.0);
  }
}

IdentifiedNetwork identify_network(const ColumnSamples& samples, const ExactSearchOptions& options, WorkLimit& work) {
  return Identification(samples, options, work).run();
}

IdentifiedNetwork certify_near(const ColumnSamples& samples, const Network& start, int threads) {
  WorkLimit unlimited;
  const ExactSearchOptions options{.layers = start.layers(), .threads = threads};
  return Identification(samples, options, unlimited).run_from(start);
}

}  // namespace resunit
