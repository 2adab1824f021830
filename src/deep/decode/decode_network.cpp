// SPDX-License-Identifier: BSD-3-Clause
#include "deep/decode/decode_network.hpp"

#include <Eigen/QR>
#include <algorithm>
#include <cmath>

#include "deep/decode/decode_layer.hpp"
#include "deep/search/relaxed_search.hpp"

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

std::optional<DecodedNetwork> decode_network(const ColumnSamples& samples, HiddenWeights relaxed, int threads,
                                             WorkLimit& work) {
  const Index d = samples.X.cols();
  DecodedNetwork decoded;
  ColumnSamples layer{.X = samples.X, .Y = samples.Y};
  while (true) {
    NetworkState state{.weights = relaxed};
    const NetworkShape shape(NetworkFamily::relaxed, d, relaxed);
    evaluate(shape, layer, state);
    if (!std::isfinite(state.loss)) return std::nullopt;
    const bool last = relaxed.size() == 1;
    const Matrix upper = last ? Matrix(state.Theta.transpose()) : relaxed[1];
    const NestedPatterns nested =
        last ? no_nesting(upper.rows(), d)
             : nested_patterns(state.S.middleCols(shape.neurons_below(1), shape.width(1)), state.S.leftCols(d));
    const DecodedLayer found = decode_layer(relaxed.front(), upper.leftCols(d), upper.middleCols(d, d), nested);
    decoded.weights.push_back(found.W);
    decoded.worst_score = std::max(decoded.worst_score, found.score);
    if (last) return decoded;
    layer.X += (layer.X * found.W.transpose()).cwiseMax(0.0);
    const ColumnSamples whitened{.X = layer.X, .Y = whitened_outputs(layer)};
    if (whitened.Y.cols() == 0) return std::nullopt;
    NetworkDescentOptions options = kRefit;
    options.threads = threads;
    relaxed = work.descend(NetworkFamily::relaxed, whitened, refit(layer.X, shape, state), options).weights;
  }
}

}  // namespace resunit
