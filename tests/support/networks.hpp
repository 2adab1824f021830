// SPDX-License-Identifier: BSD-3-Clause
// Random networks of L layers for tests and studies.
#pragma once

#include <cmath>

#include "resunit/network.hpp"
#include "support/random.hpp"

namespace resunit::test {

/// The distribution of the hidden weights. Entries are normal, or their absolute values.
struct NetworkKind {
  bool nonnegative = false;
  bool scaled = true;  ///< hidden weights are divided by sqrt(d)
};

inline Network random_network(Index layers, Index d, Index m, Random& random, NetworkKind kind = {}) {
  Network network;
  for (Index l = 0; l < layers; ++l) {
    const bool last = l + 1 == layers;
    Matrix W = random.gaussian(last ? m : d, d);
    if (kind.nonnegative) W = W.cwiseAbs();
    if (kind.scaled && !last) W /= std::sqrt(static_cast<double>(d));
    network.weights.push_back(std::move(W));
  }
  return network;
}

/// The paper's inputs: each entry is from N(-0.1, 1) or from U(-0.9, 1.1), with equal probability.
inline Matrix mixture_inputs(Index n, Index d, Random& random) {
  Matrix X(n, d);
  for (Index i = 0; i < X.size(); ++i)
    X.data()[i] = random.uniform(0, 1) < 0.5 ? random.gaussian() - 0.1 : random.uniform(-0.9, 1.1);
  return X;
}

/// |Yhat - Y| / |Y| of the outputs for 2000 fresh inputs.
inline double relative_error(const Network& estimate, const Network& truth, Random& random) {
  const Matrix X = mixture_inputs(2000, truth.inputs(), random), Y = predict(truth, X);
  return (predict(estimate, X) - Y).norm() / Y.norm();
}

}  // namespace resunit::test
