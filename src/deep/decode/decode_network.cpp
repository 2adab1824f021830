// SPDX-License-Identifier: BSD-3-Clause
#include "deep/decode/decode_network.hpp"

#include <Eigen/QR>
#include <algorithm>
#include <cmath>

#include "deep/decode/decode_layer.hpp"
#include "deep/search/relaxed_search.hpp"
#include "model/network_parts.hpp"

namespace resunit {
namespace {

constexpr NetworkDescentOptions kRefit{.max_steps = 60, .tolerance = 1e-9, .target = 1e-24};

/// The neurons of the layers above the lowest, as combinations of the new inputs and of the hidden features.
HiddenWeights refit(const Eigen::MatrixXd& inputs, const NetworkShape& shape, const NetworkState& state) {
  HiddenWeights weights;
  Eigen::MatrixXd features = inputs;
  for (Index l = 1; l < shape.hidden(); ++l) {
    const Index first = shape.fan_in(l), width = shape.width(l);
    const Eigen::MatrixXd outputs = state.F.middleCols(first, width);  // |v|
    const Eigen::MatrixXd targets = outputs.cwiseProduct(state.S.middleCols(shape.neurons_below(l), width));
    const Eigen::ColPivHouseholderQR<Eigen::MatrixXd> qr(features);
    weights.emplace_back(qr.solve(targets).transpose());
    features.conservativeResize(Eigen::NoChange, features.cols() + width);
    features.rightCols(width) = outputs;
  }
  return weights;
}

}  // namespace

std::vector<PartlyDecoded> decode_lowest_layer(const PartlyDecoded& network, const Eigen::MatrixXd& Y, Targets targets,
                                               std::size_t count, const NetworkDescentOptions& refit_options,
                                               WorkLimit& work) {
  const Index d = network.inputs.cols();
  NetworkState state{.weights = network.relaxed};
  const NetworkShape shape(NetworkFamily::relaxed, d, network.relaxed);
  evaluate(shape, {.X = network.inputs, .Y = Y}, state);
  if (!std::isfinite(state.loss)) return {};
  const bool last = network.relaxed.size() == 1;
  const Matrix upper = last ? Matrix(state.Theta.transpose()) : network.relaxed[1];
  const NestedPatterns nested =
      last ? no_nesting(upper.rows(), d)
           : nested_patterns(state.S.middleCols(shape.neurons_below(1), shape.width(1)), state.S.leftCols(d));
  std::vector<PartlyDecoded> candidates;
  for (const DecodedLayer& found :
       decode_layer(network.relaxed.front(), upper.leftCols(d), upper.middleCols(d, d), nested, count)) {
    PartlyDecoded next{.decoded = network.decoded,
                       .relaxed = {},
                       .inputs = next_layer(network.inputs, found.W),
                       .worst_score = std::max(network.worst_score, found.score)};
    next.decoded.push_back(found.W);
    if (!last) {
      const ColumnSamples layer{.X = next.inputs,
                                .Y = targets == Targets::plain ? Y : whitened_outputs({next.inputs, Y})};
      if (layer.Y.cols() == 0) continue;
      LayersMinimum minimum =
          work.descend(NetworkFamily::relaxed, layer, refit(next.inputs, shape, state), refit_options);
      next.relaxed = std::move(minimum.weights);
      next.relaxed_loss = minimum.relative_loss;
    }
    candidates.push_back(std::move(next));
  }
  return candidates;
}

std::optional<DecodedNetwork> decode_network(const ColumnSamples& samples, HiddenWeights relaxed, int threads,
                                             WorkLimit& work) {
  PartlyDecoded network{.relaxed = std::move(relaxed), .inputs = samples.X};
  while (!network.relaxed.empty()) {
    std::vector<PartlyDecoded> next =
        decode_lowest_layer(network, samples.Y, Targets::whitened, 1, with_threads(kRefit, threads), work);
    if (next.empty()) return std::nullopt;
    network = std::move(next.front());
  }
  return DecodedNetwork{.weights = std::move(network.decoded), .worst_score = network.worst_score};
}

}  // namespace resunit
