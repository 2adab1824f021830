// SPDX-License-Identifier: BSD-3-Clause
#include "model/bias.hpp"

#include <utility>

namespace resunit {
namespace {

Matrix with_ones(const MatrixView& M) {
  Matrix extended(M.rows(), M.cols() + 1);
  extended << M, Vector::Ones(M.rows());
  return extended;
}

}  // namespace

Dataset with_constant(const Samples& samples) {
  return {.X = with_ones(samples.X), .Y = with_ones(samples.Y)};
}

Samples without_constant_output(const Samples& samples) {
  return {samples.X, samples.Y.leftCols(samples.outputs() - 1)};
}

Unit with_constant_output(Unit unit) {
  unit.B.conservativeResize(unit.B.rows() + 1, Eigen::NoChange);
  unit.B.bottomRows(1) = Eigen::RowVectorXd::Unit(unit.B.cols(), unit.B.cols() - 1);
  unit.bias = false;
  return unit;
}

Unit without_constant_output(Unit unit, Bias bias) {
  unit.A.bottomRows(1).setZero();
  unit.B.conservativeResize(unit.B.rows() - 1, Eigen::NoChange);
  if (bias == Bias::layer1) unit.B.rightCols(1).setZero();
  unit.bias = true;
  return unit;
}

Unit impose_model(Unit unit, Bias bias) {
  return bias == Bias::none ? unit : with_constant_output(without_constant_output(std::move(unit), bias));
}

}  // namespace resunit
