// SPDX-License-Identifier: BSD-3-Clause
// Errors of the estimates, to first order in the noise. With the weights W = Sigma^-1 of the outputs:
//     v_ij = D_ij x_i - N_j'r_i,   N_j = (R'R)^-1 R'Z_j,   C = [K o (B'WB (x) 11')]^-1
//     da = C sum_i [(noise_i W B)_j v_ij]_j,   dB_l = (R'R)^-1 R'noise_l - sum_j B_lj N_j da_j               (N-errors)
//   equal noise for all x:  cov a = C,  cov beta_l = Sigma_ll (R'R)^-1, the two independent
//   sandwich:               the same linear map of the residuals of each sample, times nm / (nm - d^2 - md); White 1982
// K and N_j are averaged over the error of A if activations are uncertain (average_activation.hpp).
// C is the A block of the inverse Fisher information, computed without the md rows and columns of B.
// With biases C is hd x hd and N is r x hd for h neurons and r columns of the hidden layer (unit_samples.hpp).
#pragma once

#include "noise/inference/reweight.hpp"
#include "resunit/fit_result.hpp"

namespace resunit {

/// For standardized samples; empty if they do not identify A.
Covariance covariance_of(const UnitSamples& samples, const Reweighted& fit, bool sandwich);

struct StandardErrors {
  Matrix A;
  Matrix B;
};
/// In the shapes of the weights; weights that are zero by the model, with biases, have a standard error of zero.
StandardErrors standard_errors(const Covariance& covariance, const Matrix& B);

/// Standard errors of the mean prediction for standardized rows of X: n x m.
Matrix mean_stderr(const Covariance& covariance, const Unit& unit, const MatrixView& X);

}  // namespace resunit
