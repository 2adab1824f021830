// The least-squares unit of a stream, from a unit near it: the gradient over all samples, the curvature of a part.
//     f(A, B) = 1/2n sum_i e_i'W e_i,   e_i = y_i - B r_i,   r_i = (A x_i)^+ + x_i,   D_ij = 1[a_j x_i > 0]
//     df/dA = -1/n (D o E W B)'X,   df/dB = -1/n W E'R                                  one pass
//     Hess (P, Q):  U = (D o X P')B' + R Q',   1/n (D o U W B)'X,   1/n W U'R           on a part of the samples
// Steps solve Hess (P, Q) = -gradient by conjugate gradients in memory. The part's Hessian differs from the whole one
// by the square root of (weights of a row / samples of the part), so each pass gains one to two digits
// (Roosta-Khorasani and Mahoney 2019). (N-stream)
#pragma once

#include "resunit/unit.hpp"
#include "stream/sample_stream.hpp"

namespace resunit {

struct StreamDescent {
  Unit unit;
  double loss = 0;         ///< f
  Matrix residuals;        ///< m x m, sum_i e_i e_i'
  bool converged = false;  ///< predicted decrease <= tolerance * f (d^2 + md) / nm
};

struct StreamDescentOptions {
  double tolerance = 1e-4;  ///< a predicted decrease of f below this times f (d^2 + md) / nm, its part that is chance,
                            ///< ends the run: weights are then within a hundredth of their standard errors
  int max_passes = 30;
  int threads = 0;
};

/// `weights` is W, m x m, symmetric and positive definite.
StreamDescent descend(SampleStream& stream, const Samples& part, const Unit& start, const Matrix& weights,
                      const StreamDescentOptions& options);

}  // namespace resunit
