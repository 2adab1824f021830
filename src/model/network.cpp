// SPDX-License-Identifier: BSD-3-Clause
// The forward map of an L-layer network and the canonical form of its scale rows. Paper: app:multilayer.
#include "resunit/network.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "linalg/openblas.hpp"
#include "model/counted.hpp"
#include "model/network_parts.hpp"
#include "model/unit_parts.hpp"
#include "parallel/parallel_for.hpp"
#include "resunit/error.hpp"

namespace resunit {
namespace {

constexpr Index kRowsPerItem = 1024;  ///< samples per work item of a thread

std::string size_text(const Matrix& W) {
  return fmt::format("{} x {}", W.rows(), W.cols());
}

void require_shape(const Network& network) {
  if (network.layers() < 2)
    throw DataError(fmt::format("a network has at least 2 weight matrices, not {}", network.layers()));
  const Index d = network.inputs(), last = network.layers() - 1;
  for (Index l = 0; l <= last; ++l) {
    const Matrix& W = network.weights[static_cast<std::size_t>(l)];
    const bool fits = d >= 1 && W.cols() == d && (l < last ? W.rows() == d : W.rows() >= d);
    if (!fits)
      throw DataError(fmt::format("W_{} is {}: expected {} with d = {} >= 1", l, size_text(W),
                                  l < last ? "d x d" : "m x d, m >= d,", d));
  }
}

}  // namespace

void validate(const Network& network) {
  require_shape(network);
  for (Index l = 0; l < network.layers(); ++l)
    require_finite(network.weights[static_cast<std::size_t>(l)], fmt::format("W_{}", l).c_str());
}

Matrix hidden_layer(const Network& network, const MatrixView& X) {
  Matrix R = X;
  for (Index l = 0; l + 1 < network.layers(); ++l) R = next_layer(R, network.weights[static_cast<std::size_t>(l)]);
  return R;
}

Matrix next_layer(const Matrix& R, const Matrix& W) {
  return (R * W.transpose()).cwiseMax(0.0) + R;
}

Matrix predict(const Network& network, const MatrixView& X, int threads) {
  require_shape(network);
  if (X.cols() != network.inputs())
    throw DataError(
        fmt::format("X has {}, the network has {}", counted(X.cols(), "column"), counted(network.inputs(), "input")));
  const OneBlasThread guard;
  Matrix Y(X.rows(), network.outputs());
  parallel_for((X.rows() + kRowsPerItem - 1) / kRowsPerItem, threads, [&](Index part) {
    check_cancelled();
    const Index first = part * kRowsPerItem, count = std::min(kRowsPerItem, X.rows() - first);
    Y.middleRows(first, count).noalias() =
        hidden_layer(network, X.middleRows(first, count)) * network.weights.back().transpose();
  });
  return Y;
}

Network canonical(Network network) {
  require_shape(network);
  for (Index l = 0; l + 1 < network.layers(); ++l) {
    Matrix& W = network.weights[static_cast<std::size_t>(l)];
    for (Index j = 0; j < network.inputs(); ++j) {
      const double alpha = W(j, j), factor = 1 + alpha;
      if (!is_scale_row(W, j) || alpha >= 0 || factor <= kLostCanonicalForm) continue;
      W(j, j) = -alpha / factor;
      for (Index k = l + 1; k < network.layers(); ++k) {
        Matrix& higher = network.weights[static_cast<std::size_t>(k)];
        if (k + 1 < network.layers()) higher.row(j) /= factor;
        higher.col(j) *= factor;
      }
    }
  }
  return network;
}

Network network_of(const Unit& unit) {
  validate(unit);
  if (unit.bias) throw DataError("a network has no biases, but the unit has");
  return {.weights = {unit.A, unit.B}};
}

Unit unit_of(const Network& network) {
  require_shape(network);
  if (network.layers() != 2)
    throw DataError(fmt::format("a unit has 2 layers, but the network has {}", network.layers()));
  return {.A = network.weights.front(), .B = network.weights.back()};
}

}  // namespace resunit
