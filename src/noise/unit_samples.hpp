// SPDX-License-Identifier: BSD-3-Clause
// Samples, and the model that is estimated from them: a unit with or without biases. With a bias the last column of X
// is the constant 1, and layer 1 is rectangular, because the constant has no neuron:
//     none:    y = B [(A x)^+ + x],           A d x d,         B m x d
//     layer1:  y = B [(A (x, 1))^+ + x],      A d x (d + 1),   B m x d
//     both:    y = B [(A (x, 1))^+ + x; 1],   A d x (d + 1),   B m x (d + 1)                               (N-bias)
#pragma once

#include <utility>

#include "resunit/samples.hpp"
#include "resunit/unit.hpp"

namespace resunit {

struct UnitSamples : Samples {
  Bias bias = Bias::none;

  // NOLINTBEGIN(google-explicit-constructor): views of samples for a unit without biases
  UnitSamples(const MatrixView& of_inputs, const MatrixView& of_outputs, Bias biases = Bias::none)
      : Samples{of_inputs, of_outputs}, bias(biases) {}
  UnitSamples(const Samples& samples, Bias biases = Bias::none) : UnitSamples(samples.X, samples.Y, biases) {}
  UnitSamples(const Dataset& samples, Bias biases = Bias::none) : UnitSamples(samples.X, samples.Y, biases) {}
  // NOLINTEND(google-explicit-constructor)

  /// The same inputs with other outputs.
  UnitSamples with_outputs(const MatrixView& other) const { return {X, other, bias}; }

  Index neurons() const { return inputs() - (bias == Bias::none ? 0 : 1); }      ///< rows of A
  Index hidden() const { return bias == Bias::layer1 ? neurons() : inputs(); }   ///< columns of B
  Index layer1_weights() const { return neurons() * inputs(); }                  ///< size of A
  Index all_weights() const { return layer1_weights() + outputs() * hidden(); }  ///< number of parameters

  /// A and B as a unit of X: square A with a zero row for the constant, B with a zero column if it has none.
  Unit unit(Matrix A, Matrix B) const {
    const Index added = inputs() - neurons(), missing = inputs() - hidden();
    if (added > 0) A.conservativeResize(inputs(), Eigen::NoChange);
    A.bottomRows(added).setZero();
    if (missing > 0) B.conservativeResize(Eigen::NoChange, inputs());
    B.rightCols(missing).setZero();
    return {.A = std::move(A), .B = std::move(B)};
  }
};

}  // namespace resunit
