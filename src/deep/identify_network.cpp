// SPDX-License-Identifier: BSD-3-Clause
#include "deep/identify_network.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "deep/certificate.hpp"
#include "deep/descent/network_descent.hpp"
#include "linalg/indexing.hpp"
#include "model/random_subset.hpp"

namespace resunit {
namespace {

constexpr Index kManySamples = 40;      ///< per input: from here on, half of the samples suffices for the search
constexpr Index kFewestHeldOut = 8;     ///< with fewer samples, one in this many is held out
constexpr double kSameOnHeldOut = 100;  ///< largest ratio of residuals of held-out and other samples, at rounding level

constexpr NetworkDescentOptions kLastDescent{.max_steps = 20, .damping = 1e-8, .target = 1e-32};

/// The samples of a search, and those that confirm its result.
struct Split {
  ColumnSamples fitted, held_out;
};

ColumnSamples rows_of(const ColumnSamples& samples, const std::vector<Index>& rows) {
  return {.X = samples.X(rows, kAll), .Y = samples.Y(rows, kAll)};
}

Split split(const ColumnSamples& samples, std::uint64_t seed) {
  const Index n = samples.count(), d = samples.X.cols();
  const Index held_out = n >= kManySamples * d ? n / 2 : std::max(2 * d + 2, n / kFewestHeldOut);
  Random random(seed, Stream::deep_halves);
  std::vector<Index> order = random_order(n, random);
  const auto middle = order.begin() + std::max<Index>(n - held_out, 0);
  return {.fitted = rows_of(samples, {order.begin(), middle}), .held_out = rows_of(samples, {middle, order.end()})};
}

/// The hidden rows that are inactive on all samples, set to zero: their weights do not matter.
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

class Identification {
 public:
  Identification(const ColumnSamples& samples, const ExactSearchOptions& options, WorkLimit& work)
      : samples_(samples), options_(options), work_(work), split_(split(samples, options.seed)) {}

  IdentifiedNetwork run() {
    if (is_linear()) return finish(linear_network(), false);
    const bool many = samples_.count() >= kManySamples * samples_.X.cols();
    ExactSearchResult found = search(many ? split_.fitted : samples_);
    bool confirmed = many && confirms(found);
    if (many && found.relative_loss < kExactNetwork && !confirmed) found = search(samples_);
    if (!many && found.relative_loss < kExactNetwork) confirmed = confirms(search(split_.fitted));
    return finish(std::move(found), confirmed);
  }

 private:
  ExactSearchResult search(const ColumnSamples& samples) { return search_exact_network(samples, options_, work_); }

  bool confirms(const ExactSearchResult& found) const {
    return found.relative_loss < kExactNetwork &&
           largest_residual(split_.held_out, found.network) <=
               std::max(kLargestBackwardError, kSameOnHeldOut * largest_residual(split_.fitted, found.network));
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
    refine(result);
    clear_inactive_rows(samples_, result.network);
    result.network = canonical(std::move(result.network));
    result.certificate = certify(samples_, result.network, confirmed, options_.threads);
    return result;
  }

  void refine(IdentifiedNetwork& result) {
    HiddenWeights hidden(result.network.weights.begin(), result.network.weights.end() - 1);
    LayersMinimum minimum =
        work_.descend(NetworkFamily::exact, samples_, std::move(hidden), with_threads(kLastDescent, options_.threads));
    result.relative_loss = minimum.relative_loss;
    result.network.weights = std::move(minimum.weights);
    result.network.weights.push_back(std::move(minimum.last));
  }

  const ColumnSamples& samples_;
  ExactSearchOptions options_;
  WorkLimit& work_;
  Split split_;
};

}  // namespace

IdentifiedNetwork identify_network(const ColumnSamples& samples, const ExactSearchOptions& options, WorkLimit& work) {
  return Identification(samples, options, work).run();
}

}  // namespace resunit
