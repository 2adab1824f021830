// SPDX-License-Identifier: BSD-3-Clause
// Noise that grows with |x|, for standardized inputs:
//     sigma_i^2 = sigma^2 v_i,   v_i = 1 - rho + rho |x_i|^2p / mean |x|^2p,   p = 1 or 2                       (N-growth)
// Test: Spearman's rank correlation r of |x_i| with q_i = e_i'Sigma^-1 e_i; sqrt(n - 1) r ~ N(0, 1) under noise that is
// independent of x, whatever its distribution. Detected above 4 standard deviations.
// Estimate: rho and p of maximum Gaussian likelihood, with sigma eliminated:
//     min over p, rho   log mean(q_i / v_i) + mean log v_i
// A unit is positively homogeneous, f(x / s) = f(x) / s for s > 0: weighted least squares is ordinary least squares on
// the samples (x_i, y_i) / sqrt(v_i), and so are its tests and standard errors.
#pragma once

#include "noise/inference/reweight.hpp"
#include "resunit/fit_result.hpp"

namespace resunit {

/// Spearman's correlation; 0 if all values of one variable are equal.
double rank_correlation(const Vector& u, const Vector& v);

/// `squares`: q_i, up to a factor.
NoiseGrowth find_noise_growth(const MatrixView& X, const Vector& squares);

/// Share and power by maximum likelihood; the other fields are not changed.
void estimate_noise_growth(const MatrixView& X, const Vector& squares, NoiseGrowth& growth);

/// True if the rank correlation of |x_i| with the squares is significant in either direction.
bool is_significant(const MatrixView& X, const NoiseGrowth& growth, const Vector& squares);

/// sqrt(v_i) for each row of X; their root mean square over the samples of the estimate is 1.
Vector noise_levels(const NoiseGrowth& growth, const MatrixView& X);

/// The samples (x_i, y_i) / level_i.
Dataset divided_by(const Samples& samples, const Vector& levels);

/// q_i / (1 - h_i) of a fit. h_i = (1 + d/m) r_i'(R'R)^-1 r_i is the leverage if the d^2 weights of layer 1 are as local
/// as the md weights of layer 2.
Vector squared_residuals(const UnitSamples& samples, const Reweighted& fit);

}  // namespace resunit
