// SPDX-License-Identifier: BSD-3-Clause
// Activations averaged over the error of layer 1. The loss is quadratic only between the kinks of its hinges. With kinks
// within a standard error, samples whose activation is uncertain carry less information on a_j than the Hessian at the
// estimate assumes, and the lowest of several close minima is selected. The standard errors therefore use
//     D_ij = Phi(a_j x_i / sqrt(2 x_i'C_jj x_i)),   C_jj the covariance of a_j                                 (N-average)
// in the Hessian (N-Kaufman): the probability that the neuron is active if a_j ~ N(a_j, 2 C_jj). The factor 2 was chosen
// by simulation (docs/journal/noise_study.md): with 1 the intervals are still too short.
#pragma once

#include "noise/descent/projection.hpp"

namespace resunit {

struct AverageActivation {
  Matrix D;              ///< n x d
  double uncertain = 0;  ///< mean |D_ij - 1[a_j x_i > 0]|
};

/// `variance` times `covariance` is the covariance of the rows of A, concatenated.
AverageActivation average_activation(const MatrixView& X, const Matrix& A, const Matrix& covariance, double variance);

}  // namespace resunit
