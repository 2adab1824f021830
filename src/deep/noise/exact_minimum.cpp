// SPDX-License-Identifier: BSD-3-Clause
#include "deep/noise/exact_minimum.hpp"

#include <algorithm>
#include <limits>
#include <utility>

#include "deep/decode/decode_network.hpp"

namespace resunit {
namespace {

constexpr std::size_t kSignPatterns = 8;  ///< sign patterns tried per layer and network
constexpr std::size_t kKept = 3;          ///< networks kept after each layer, and for the last descent

constexpr NetworkDescentOptions kUpperLayersRefit{.max_steps = 15, .tolerance = 1e-4};
constexpr NetworkDescentOptions kShortDescent{.max_steps = 10, .tolerance = 1e-4};
constexpr NetworkDescentOptions kLastNoisyDescent{.max_steps = 100, .tolerance = 1e-9};

/// Keeps the elements with the smallest loss.
template <class Element, class Loss>
void keep_best(std::vector<Element>& elements, Loss loss) {
  std::stable_sort(elements.begin(), elements.end(),
                   [&](const Element& a, const Element& b) { return loss(a) < loss(b); });
  if (elements.size() > kKept) elements.resize(kKept);
}

}  // namespace

LayersMinimum find_exact_minimum(const ColumnSamples& samples, const HiddenWeights& relaxed, int threads,
                                 WorkLimit& work) {
  std::vector<PartlyDecoded> networks = {{.relaxed = relaxed, .inputs = samples.X}};
  for (std::size_t l = 0; l < relaxed.size(); ++l) {
    std::vector<PartlyDecoded> next;
    for (const PartlyDecoded& network : networks)
      for (PartlyDecoded& candidate : decode_lowest_layer(network, samples.Y, Targets::plain, kSignPatterns,
                                                          with_threads(kUpperLayersRefit, threads), work))
        next.push_back(std::move(candidate));
    if (l + 1 < relaxed.size()) keep_best(next, [](const PartlyDecoded& network) { return network.relaxed_loss; });
    networks = std::move(next);
  }
  std::vector<LayersMinimum> minima;
  for (PartlyDecoded& network : networks)
    minima.push_back(
        work.descend(NetworkFamily::exact, samples, std::move(network.decoded), with_threads(kShortDescent, threads)));
  const auto loss = [](const LayersMinimum& minimum) { return minimum.relative_loss; };
  keep_best(minima, loss);
  for (LayersMinimum& minimum : minima)
    minimum = work.descend(NetworkFamily::exact, samples, std::move(minimum.weights),
                           with_threads(kLastNoisyDescent, threads));
  keep_best(minima, loss);
  if (minima.empty()) return {.relative_loss = std::numeric_limits<double>::infinity()};
  return std::move(minima.front());
}

HiddenWeights relaxed_form(const HiddenWeights& exact) {
  HiddenWeights relaxed;
  const Index d = exact.front().cols();
  Matrix C = Matrix::Identity(d, d);  // r_l = C F_l
  for (const Matrix& W : exact) {
    relaxed.push_back(W * C);
    Matrix next(d, C.cols() + d);
    next << C + relaxed.back() / 2, Matrix::Identity(d, d) / 2;
    C = std::move(next);
  }
  return relaxed;
}

}  // namespace resunit
