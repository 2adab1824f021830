// SPDX-License-Identifier: BSD-3-Clause
// Oracles that answer queries by the outputs of a network, exactly or rounded.
#pragma once

#include <algorithm>
#include <cmath>

#include "resunit/extract.hpp"

namespace resunit::test {

inline Oracle exact_oracle(const Network& network) {
  return [network](const MatrixView& X) { return predict(network, X); };
}

/// The network in single precision.
inline Oracle float_oracle(const Network& network) {
  return [network](const MatrixView& X) -> Matrix {
    Eigen::MatrixXf R = X.cast<float>();
    for (std::size_t l = 0; l + 1 < network.weights.size(); ++l)
      R += (R * network.weights[l].transpose().cast<float>()).cwiseMax(0.0F).eval();
    return (R * network.weights.back().transpose().cast<float>()).cast<double>();
  };
}

/// Answers with this number of significant decimal digits.
inline Oracle rounded_oracle(const Network& network, int digits) {
  return [network, digits](const MatrixView& X) -> Matrix {
    return predict(network, X).unaryExpr([digits](double y) {
      if (y == 0) return 0.0;
      const double unit = std::pow(10.0, std::floor(std::log10(std::abs(y))) + 1 - digits);
      return std::round(y / unit) * unit;
    });
  };
}

}  // namespace resunit::test
