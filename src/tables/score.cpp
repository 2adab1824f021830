// SPDX-License-Identifier: BSD-3-Clause
// Error measures of predictions, per target.
#include <fmt/format.h>

#include <cmath>
#include <limits>

#include "resunit/error.hpp"
#include "resunit/regress.hpp"

namespace resunit {

Score score(const MatrixView& predicted, const MatrixView& outputs) {
  if (predicted.rows() != outputs.rows() || predicted.cols() != outputs.cols())
    throw DataError(fmt::format("the predictions are {} x {}, the outputs are {} x {}", predicted.rows(),
                                predicted.cols(), outputs.rows(), outputs.cols()));
  const Index m = outputs.cols();
  Score result{.rmse = Vector(m), .mae = Vector(m), .r2 = Vector(m)};
  for (Index j = 0; j < m; ++j) {
    // Relative to the range: squares of 1e-200 would underflow.
    const double low = outputs.col(j).minCoeff(), range = outputs.col(j).maxCoeff() - low;
    const double divisor = range > 0 ? range : 1;
    const Eigen::ArrayXd error = (predicted.col(j) - outputs.col(j)).array() / divisor;
    const Eigen::ArrayXd value = (outputs.col(j).array() - low) / divisor;
    const double variance = (value - value.mean()).square().mean();
    result.rmse(j) = divisor * std::sqrt(error.square().mean());
    result.mae(j) = divisor * error.abs().mean();
    result.r2(j) = range > 0 ? 1 - error.square().mean() / variance : std::numeric_limits<double>::quiet_NaN();
  }
  return result;
}

}  // namespace resunit
