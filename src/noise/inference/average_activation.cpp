// SPDX-License-Identifier: BSD-3-Clause
#include "noise/inference/average_activation.hpp"

#include <algorithm>
#include <cmath>

#include "linalg/norms.hpp"

namespace resunit {

AverageActivation average_activation(const MatrixView& X, const Matrix& A, const Matrix& covariance, double variance) {
  const Index n = X.rows(), d = X.cols(), hinges = A.rows();
  AverageActivation average{.D = X * A.transpose()};
  Matrix images(n, d);
  for (Index j = 0; j < hinges; ++j) {
    images.noalias() = X * covariance.block(j * d, j * d, d, d);
    const Vector squares = images.cwiseProduct(X).rowwise().sum();
    for (Index i = 0; i < n; ++i) {
      const double deviation = std::sqrt(std::max(variance * squares(i), 0.0)) + kSmallestDivisor;
      const double active = 0.5 * std::erfc(-average.D(i, j) / (2 * deviation));  // Phi(s / (sqrt 2 deviation))
      average.uncertain += std::min(active, 1 - active);
      average.D(i, j) = active;
    }
  }
  average.uncertain /= static_cast<double>(average.D.size());
  return average;
}

}  // namespace resunit
