// Samples in natural units: inputs of unit rms by columns, outputs of unit rms over all, or by columns where their
// sizes differ by more than a factor of ten (else the largest alone would lead the search).
//     x = S x~,  y = T y~:    A = S A~ S^-1,   B = T B~ S^-1                                                 (N-scale)
// A unit of the scaled samples is a unit of the original ones, so that no tolerance depends on the caller's units.
#pragma once

#include "resunit/samples.hpp"
#include "resunit/unit.hpp"

namespace resunit {

struct Scales {
  Vector input_scale;   ///< S; 1 for a column of zeros
  Vector output_scale;  ///< T, likewise

  Unit original(const Unit& unit) const;
  Unit scaled(const Unit& unit) const;
  Matrix original_outputs(const MatrixView& Y) const { return Y * output_scale.asDiagonal(); }
  Matrix scaled_layer1(const Matrix& A) const;
};

struct Standardised : Scales {
  Dataset samples;
};
Standardised standardise(const Samples& samples);

}  // namespace resunit
