// Distances between estimate and truth. Paper: section "Evaluation" of the synthetic experiments.
#include "resunit/metrics.hpp"

#include <fmt/format.h>

#include <Eigen/SVD>
#include <algorithm>
#include <cmath>
#include <limits>

#include "linalg/length.hpp"
#include "resunit/error.hpp"

namespace resunit {
namespace {

void require_equal_shapes(const MatrixView& estimate, const MatrixView& truth) {
  if (estimate.rows() != truth.rows() || estimate.cols() != truth.cols())
    throw DataError(fmt::format("the estimate is {} x {}, the truth is {} x {}", estimate.rows(), estimate.cols(),
                                truth.rows(), truth.cols()));
  if (truth.size() == 0) throw DataError("nothing to compare: the truth is empty");
}

double spectral_norm(const Matrix& M) {
  return Eigen::JacobiSVD<Matrix>(M).singularValues()(0);
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

/// |y - mean y|^2. Outputs are taken relative to the first sample: then a constant column gives exactly zero.
double total_square(const Matrix& outputs) {
  const Eigen::RowVectorXd first = outputs.row(0);
  const Eigen::RowVectorXd shift = (outputs.rowwise() - first).colwise().mean();
  return (outputs.rowwise() - (first + shift)).squaredNorm();
}

/// A power of two that brings entries to a size whose squares neither vanish nor overflow.
double natural_unit(const MatrixView& M) {
  const double largest = M.cwiseAbs().maxCoeff();
  return largest > 0 && std::isfinite(largest) ? std::ldexp(1.0, std::min(1000, -std::ilogb(largest))) : 1.0;
}

}  // namespace

double relative_error(const MatrixView& estimate, const MatrixView& truth) {
  require_equal_shapes(estimate, truth);
  const double scale = spectral_norm(truth);
  return spectral_norm(estimate - truth) / (scale > 0 ? scale : 1);
}

OutputErrors output_errors(const MatrixView& predicted, const MatrixView& outputs) {
  require_equal_shapes(predicted, outputs);
  const Matrix rest = predicted - outputs;
  const double unit = natural_unit(rest), of_outputs = natural_unit(outputs), share = of_outputs / unit;
  const double square = (unit * rest).squaredNorm(), total = total_square(of_outputs * outputs);
  return {.output_error = mean_relative_distance(predicted, outputs),
          .rmse = std::sqrt(square / static_cast<double>(outputs.size())) / unit,
          .r2 = total > 0 ? 1 - square / total * share * share : std::numeric_limits<double>::quiet_NaN(),
          .loss = square / (2 * static_cast<double>(outputs.rows())) / unit / unit};
}

WeightErrors weight_errors(const Unit& estimate, const Unit& teacher) {
  const Unit found = canonical(estimate);
  const Unit truth = canonical(teacher);
  return {.layer1 = relative_error(found.A, truth.A), .layer2 = relative_error(found.B, truth.B)};
}

}  // namespace resunit
