#include "noise/standardise.hpp"

#include <cmath>

namespace resunit {
namespace {

/// The root mean square, without overflow; 1 for zeros.
template <class Values>
double scale_of(const Values& values) {
  const double largest = values.cwiseAbs().maxCoeff();
  if (largest == 0) return 1;
  return largest * std::sqrt((values / largest).array().square().mean());
}

}  // namespace

Standardised standardise(const Samples& samples) {
  Standardised result{.input_scale = Vector(samples.inputs()), .output_scale = scale_of(samples.Y)};
  for (Index k = 0; k < samples.inputs(); ++k) result.input_scale(k) = scale_of(samples.X.col(k));
  result.samples.X = samples.X * result.input_scale.cwiseInverse().asDiagonal();
  result.samples.Y = samples.Y / result.output_scale;
  return result;
}

Unit Standardised::original(const Unit& unit) const {
  const auto undo = input_scale.cwiseInverse().asDiagonal();
  return {.A = input_scale.asDiagonal() * unit.A * undo, .B = output_scale * unit.B * undo};
}

Matrix Standardised::scaled_layer1(const Matrix& A) const {
  return input_scale.cwiseInverse().asDiagonal() * A * input_scale.asDiagonal();
}

}  // namespace resunit
