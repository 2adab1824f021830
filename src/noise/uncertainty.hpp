// How far the estimates may be from the truth, to first order in the noise. With W = Sigma^-1, the outputs' weights:
//     v_ij = D_ij x_i - N_j'r_i,   N_j = (R'R)^-1 R'Z_j,   C = [K o (B'WB (x) 11')]^-1
//     da = C sum_i [(noise_i W B)_j v_ij]_j,   dB_l = (R'R)^-1 R'noise_l - sum_j B_lj N_j da_j             (N-errors)
//   equal noise:  cov a = C,  cov beta_l = Sigma_ll (R'R)^-1, the two independent
//   sandwich:     the same linear map of each sample's own residuals, times nm / (nm - d^2 - md); White 1982
// C is the A block of the inverse of the Fisher information, found without the md rows and columns of B.
#pragma once

#include "noise/reweight.hpp"
#include "resunit/noise.hpp"

namespace resunit {

/// For samples in natural units; empty where A is not determined by them.
Covariance covariance_of(const Samples& samples, const Reweighted& fit, bool sandwich);

struct StandardErrors {
  Matrix A;
  Matrix B;
};
StandardErrors standard_errors(const Covariance& covariance, const Matrix& B);

/// Of the mean prediction for rows of X in natural units: n x m.
Matrix mean_stderr(const Covariance& covariance, const Unit& unit, const MatrixView& X);

}  // namespace resunit
