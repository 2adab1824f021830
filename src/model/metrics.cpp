// SPDX-License-Identifier: BSD-3-Clause
// Errors of an estimate relative to the truth. Paper: section "Evaluation" of the synthetic experiments.
#include "resunit/metrics.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "linalg/norms.hpp"
#include "linalg/spectra.hpp"
#include "resunit/error.hpp"

namespace resunit {
namespace {

void require_equal_shapes(const MatrixView& estimate, const MatrixView& truth) {
  if (estimate.rows() != truth.rows() || estimate.cols() != truth.cols())
    throw DataError(fmt::format("the estimate is {} x {}, the truth is {} x {}", estimate.rows(), estimate.cols(),
                                truth.rows(), truth.cols()));
  if (truth.size() == 0) throw DataError("nothing to compare: the truth is empty");
}

/// The mean over samples of |yhat - y| / |y|.
double mean_relative_distance(const MatrixView& predicted, const MatrixView& outputs) {
  double sum = 0;
  for (Index i = 0; i < outputs.rows(); ++i) {
    const double distance = length_of(predicted.row(i) - outputs.row(i));
    const double length = length_of(outputs.row(i));
    if (distance > 0) sum += length > 0 ? distance / length : 1;
  }
  return sum / static_cast<double>(outputs.rows());
}

/// |Y - mean Y|^2. The first sample is subtracted before the mean is computed: a constant column gives exactly zero.
double total_square(const Matrix& outputs) {
  const Eigen::RowVectorXd first = outputs.row(0);
  const Eigen::RowVectorXd shift = (outputs.rowwise() - first).colwise().mean();
  return (outputs.rowwise() - (first + shift)).squaredNorm();
}

/// A power of two by which entries are multiplied so that their squares neither underflow nor overflow.
double safe_factor(const MatrixView& M) {
  constexpr int kLargestExponent = 1000;  // of the factor: 2^1000 is finite and raises subnormal numbers to 2^-74
  const double largest = M.cwiseAbs().maxCoeff();
  if (!(largest > 0) || !std::isfinite(largest)) return 1.0;
  return std::ldexp(1.0, std::min(kLargestExponent, -std::ilogb(largest)));
}

}  // namespace

double relative_error(const MatrixView& estimate, const MatrixView& truth) {
  require_equal_shapes(estimate, truth);
  const double scale = singular_values(truth)(0);
  return singular_values(Matrix(estimate - truth))(0) / (scale > 0 ? scale : 1);
}

OutputErrors output_errors(const MatrixView& predicted, const MatrixView& outputs) {
  require_equal_shapes(predicted, outputs);
  const Matrix residuals = predicted - outputs;
  const double factor = safe_factor(residuals), of_outputs = safe_factor(outputs), share = of_outputs / factor;
  const double square = (factor * residuals).squaredNorm(), total = total_square(of_outputs * outputs);
  return {.output_error = mean_relative_distance(predicted, outputs),
          .rmse = std::sqrt(square / static_cast<double>(outputs.size())) / factor,
          .r2 = total > 0 ? 1 - square / total * share * share : std::numeric_limits<double>::quiet_NaN(),
          .loss = square / (2 * static_cast<double>(outputs.rows())) / factor / factor};
}

WeightErrors weight_errors(const Unit& estimate, const Unit& teacher) {
  const Unit found = canonical(estimate);
  const Unit truth = canonical(teacher);
  return {.layer1 = relative_error(found.A, truth.A), .layer2 = relative_error(found.B, truth.B)};
}

std::vector<double> weight_errors(const Network& estimate, const Network& teacher) {
  if (estimate.layers() != teacher.layers())
    throw DataError(fmt::format("the estimate has {} layers, the teacher has {}", estimate.layers(), teacher.layers()));
  const Network found = canonical(estimate), truth = canonical(teacher);
  std::vector<double> errors;
  for (std::size_t l = 0; l < truth.weights.size(); ++l)
    errors.push_back(relative_error(found.weights[l], truth.weights[l]));
  return errors;
}

}  // namespace resunit
