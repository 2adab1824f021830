// SPDX-License-Identifier: BSD-3-Clause
// The least-squares unit out of core, from a unit near it: subsampled Gauss-Newton with the gradient over all samples
// and the Hessian of a subset (Roosta-Khorasani and Mahoney 2019).
//     f(A, B) = 1/2n sum_i e_i'W e_i,   e_i = y_i - B r_i,   r_i = (A x_i)^+ + x_i,   D_ij = 1[a_j x_i > 0]  (N-passes)
//     df/dA = -1/n (D o E W B)'X,   df/dB = -1/n W E'R                                  one pass
//     Hess (P, Q):  U = (D o X P')B' + R Q',   1/n (D o U W B)'X,   1/n W U'R           on a subset of the samples
// Steps solve Hess (P, Q) = -gradient by conjugate gradients in memory. The relative difference of the two Hessians is
// about sqrt(weights of a row / samples of the subset), so each pass gains one to two digits.
#pragma once

#include "out_of_core/sample_stream.hpp"
#include "resunit/fit_result.hpp"
#include "resunit/unit.hpp"

namespace resunit {

struct OutOfCoreDescent {
  Unit unit;
  double loss = 0;         ///< f
  Matrix residuals;        ///< m x m, sum_i e_i e_i'
  bool converged = false;  ///< predicted decrease <= tolerance * f (d^2 + md) / nm
};

struct OutOfCoreDescentOptions {
  /// The run ends if the predicted decrease of f is at most this times f (d^2 + md) / nm, the decrease of f due to
  /// fitting noise: weights are then within a hundredth of their standard errors of the minimum.
  double tolerance = 1e-4;
  int max_passes = 30;
  int threads = 0;
  Bias bias = Bias::none;   ///< with Bias::layer1 the last column of B is not changed
  NoiseGrowth growth = {};  ///< weighted: samples are divided by their noise levels
};

/// With a bias, the stream and the units have the constant as last input and output. The last rows of A and of B, which
/// the model prescribes, have a zero gradient and do not change.
/// `subset`: samples of the stream in memory, for the Hessian. `weights` is W, m x m, symmetric and positive definite.
OutOfCoreDescent descend(SampleStream& stream, const Samples& subset, const Unit& start, const Matrix& weights,
                         const OutOfCoreDescentOptions& options);

}  // namespace resunit
