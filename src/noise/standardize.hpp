// SPDX-License-Identifier: BSD-3-Clause
// Standardized samples: each input has rms 1, and so have all outputs together, or each output if their rms differ by
// more than a factor of ten (otherwise the largest would dominate the search).
//     x = S x~,   y = T y~:    A = S A~ S^-1,   B = T B~ S^-1                                                 (N-scale)
// A unit of the standardized samples is a unit of the original ones, so that no tolerance depends on the scales of the
// caller's data.
#pragma once

#include "resunit/samples.hpp"
#include "resunit/unit.hpp"

namespace resunit {

struct Scales {
  Vector input_scale;   ///< the diagonal of S; 1 for a column of zeros
  Vector output_scale;  ///< the diagonal of T; 1 for a column of zeros

  Unit original(const Unit& unit) const;
  Unit scaled(const Unit& unit) const;
  Matrix original_outputs(const MatrixView& Y) const { return Y * output_scale.asDiagonal(); }
  Matrix scaled_layer1(const Matrix& A) const;
};

struct Standardized : Scales {
  Dataset samples;
};
Standardized standardize(const Samples& samples);

}  // namespace resunit
