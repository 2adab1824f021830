// SPDX-License-Identifier: BSD-3-Clause
// Gradient descent of a unit on the output loss of batches of samples.
//     L(A, B) = 1/2b sum_i |B h_i - y_i|^2,    s_i = A x_i,   h_i = s_i^+ + x_i,   e_i = (B h_i - y_i) / b          (L)
//     dL/dB = sum_i e_i h_i',                  dL/dA = sum_i (1[s_i > 0] o B' e_i) x_i'
// Paper: section "Synthetic Data Experiments", L(A, B) = 1/2 E |yhat - y|^2.
#pragma once

#include <span>

#include "resunit/samples.hpp"
#include "resunit/unit.hpp"

namespace resunit {

/// Weights and batches are stored in the padded form of linalg/small_products.hpp; steps do not allocate.
class Descent {
 public:
  /// The matrices that `samples` views must outlive this object; no batch may have more than `batch` samples. With
  /// biases, X has the constant as last column, whose row of A must be zero: it then stays zero, and for Bias::layer1
  /// the last column of B too.
  Descent(const Unit& start, const Samples& samples, Index batch, Bias bias = Bias::none);

  /// One gradient step on (L) over a batch: A -= rate dL/dA, B -= rate dL/dB.
  void step(std::span<const Index> batch, double rate);

  /// (L) over all samples; NaN if a weight is not finite.
  double loss();

  Unit unit() const;

 private:
  void load(Index place, Index sample);
  double forward(Index count, double factor);

  Samples samples_;  ///< views
  Bias bias_;
  Matrix At_, Bt_, B_;            ///< A', B' and B
  Matrix X_, Y_, S_, H_, E_, G_;  ///< of a batch, one row per sample
};

}  // namespace resunit
