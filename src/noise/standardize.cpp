// SPDX-License-Identifier: BSD-3-Clause
#include "noise/standardize.hpp"

#include "linalg/norms.hpp"

namespace resunit {
namespace {

/// Largest ratio of the rms of two outputs for which one scale is used for all. With one scale homoscedastic noise
/// stays homoscedastic; above this ratio the search begins to ignore the small outputs.
constexpr double kLargestScaleRatio = 10;

Vector scales_of_outputs(const MatrixView& Y) {
  const Vector scales = column_rms(Y);
  if (scales.maxCoeff() / kLargestScaleRatio > scales.minCoeff()) return scales;
  return Vector::Constant(Y.cols(), rms_of(Y));
}

}  // namespace

Standardized standardize(const Samples& samples) {
  Standardized result;
  result.input_scale = column_rms(samples.X);
  result.output_scale = scales_of_outputs(samples.Y);
  result.samples.X = samples.X * result.input_scale.cwiseInverse().asDiagonal();
  result.samples.Y = samples.Y * result.output_scale.cwiseInverse().asDiagonal();
  return result;
}

Unit Scales::original(const Unit& unit) const {
  const auto undo = input_scale.cwiseInverse().asDiagonal();
  return {.A = input_scale.asDiagonal() * unit.A * undo, .B = output_scale.asDiagonal() * unit.B * undo};
}

Unit Scales::scaled(const Unit& unit) const {
  return {.A = scaled_layer1(unit.A),
          .B = output_scale.cwiseInverse().asDiagonal() * unit.B * input_scale.asDiagonal()};
}

Matrix Scales::scaled_layer1(const Matrix& A) const {
  return input_scale.cwiseInverse().asDiagonal() * A * input_scale.asDiagonal();
}

}  // namespace resunit
