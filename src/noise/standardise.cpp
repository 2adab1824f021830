#include "noise/standardise.hpp"

#include <cmath>

namespace resunit {
namespace {

/// Ratio of the outputs' sizes up to which one scale serves all. By one scale equal noise stays equal; beyond, the
/// search begins to miss what the small outputs tell (docs/noise.md).
constexpr double kLikeOutputs = 10;

/// The root mean square, without overflow; 1 for zeros.
template <class Values>
double scale_of(const Values& values) {
  const double largest = values.cwiseAbs().maxCoeff();
  if (largest == 0) return 1;
  return largest * std::sqrt((values / largest).array().square().mean());
}

Vector scales_of_columns(const MatrixView& M) {
  Vector scales(M.cols());
  for (Index k = 0; k < M.cols(); ++k) scales(k) = scale_of(M.col(k));
  return scales;
}

Vector scales_of_outputs(const MatrixView& Y) {
  const Vector scales = scales_of_columns(Y);
  if (scales.maxCoeff() / kLikeOutputs > scales.minCoeff()) return scales;
  return Vector::Constant(Y.cols(), scale_of(Y));
}

}  // namespace

Standardised standardise(const Samples& samples) {
  Standardised result;
  result.input_scale = scales_of_columns(samples.X);
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
