// SPDX-License-Identifier: BSD-3-Clause
#include "noise/inference/average_activation.hpp"

#include <algorithm>
#include <cmath>

#include "linalg/norms.hpp"

namespace resunit {
namespace {

/// Variance of the averaging distribution, relative to that of a_j x. With 1 the intervals of A contain .91 at d = 6,
/// n = 256, sigma = 1 and A >= 0; with 2, 3 and 4 they contain .927, .933 and .939 (journal/noise_study.md).
constexpr double kSpread = 3;

}  // namespace

AverageActivation average_activation(const MatrixView& X, const Matrix& A, const Matrix& covariance, double variance) {
  const Index n = X.rows(), d = X.cols(), hinges = A.rows();
  AverageActivation average{.D = X * A.transpose()};
  Matrix images(n, d);
  for (Index j = 0; j < hinges; ++j) {
    images.noalias() = X * covariance.block(j * d, j * d, d, d);
    const Vector squares = images.cwiseProduct(X).rowwise().sum();
    for (Index i = 0; i < n; ++i) {
      const double deviation = std::sqrt(std::max(variance * squares(i), 0.0)) + kSmallestDivisor;
      const double active = 0.5 * std::erfc(-average.D(i, j) / (std::sqrt(2 * kSpread) * deviation));
      average.uncertain += std::min(active, 1 - active);
      average.D(i, j) = active;
    }
  }
  average.uncertain /= static_cast<double>(average.D.size());
  return average;
}

}  // namespace resunit
