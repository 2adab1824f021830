// Samples in natural units: inputs of unit rms by columns, outputs of unit rms over all.
//     x = S x~,  y = s y~:    A = S A~ S^-1,   B = s B~ S^-1                                                 (N-scale)
// A unit of the scaled samples is a unit of the original ones, so that no tolerance depends on the caller's units.
#pragma once

#include "resunit/samples.hpp"
#include "resunit/unit.hpp"

namespace resunit {

struct Standardised {
  Dataset samples;
  Vector input_scale;  ///< S; 1 for a column of zeros
  double output_scale = 1;

  Unit original(const Unit& unit) const;
  Matrix scaled_layer1(const Matrix& A) const;
};
Standardised standardise(const Samples& samples);

}  // namespace resunit
