// SPDX-License-Identifier: BSD-3-Clause
// Heteroscedastic or heavy-tailed noise: transformed outputs for which least squares is efficient.
// Weighted: VPLM on Y Sigma^-1/2, Sigma the covariance of the residuals, twice (feasible generalized least squares,
// Zellner 1962), only if Sigma differs significantly from sigma^2 I. Test of sphericity by Ledoit and Wolf 2002:
//     U = tr[(Sigma / (tr Sigma / m) - I)^2] / m,   (nu U - m - 1) / 2 ~ N(0, 1),   nu = n - 2d             (N-weights)
// Weights for homoscedastic noise would increase the loss, by up to 0.1% at n = 256 (docs/journal/noise_study.md).
// Robust (Huber 1964): VPLM on the pseudo-outputs
//     Y* = Yhat + clip(E, +-1.345 s),   s = 1.4826 median|E| per output,   repeated.
#pragma once

#include "noise/descent/vplm.hpp"
#include "resunit/unit.hpp"

namespace resunit {

/// Rounds of weights and fit: the second changes little, a third has no effect.
inline constexpr int kReweightings = 2;

/// A fit that minimizes the loss that is efficient for the noise.
struct Reweighted {
  Unit unit;
  Matrix noise_covariance;     ///< m x m
  Matrix target;               ///< n x m, the outputs to which A is fitted by least squares: Y, Y Sigma^-1/2 or Y*
  Matrix influence;            ///< n x m, residuals in the estimating equations: E, or clip(E) / share not clipped
  bool weighted = false;       ///< target = Y noise_covariance^-1/2
  bool homoscedastic = false;  ///< weighted, but homoscedastic in the original scales
  double kept = 1;             ///< share of residuals that were not clipped
};

/// Plain least squares.
Reweighted unweighted(const UnitSamples& samples, Unit unit);

/// `output_scale`: scales of the original outputs; noise that is homoscedastic in these scales is not weighted.
Reweighted reweight_outputs(const UnitSamples& samples, Unit unit, const Vector& output_scale);
Reweighted huber(const UnitSamples& samples, Unit unit);

/// Huber's pseudo-outputs Y*: residuals clipped to `limit` s around `fitted`.
Matrix clipped_outputs(const UnitSamples& samples, const MatrixView& fitted, double limit);
inline constexpr double kHuber = 1.345;  ///< 95% efficient under Gaussian noise

/// Sigma^exponent of a covariance matrix. Eigenvalues are bounded away from zero, relative to the largest, since outputs
/// may be duplicates. Not finite if the exponent is negative and Sigma is zero.
Matrix power(const Matrix& sigma, double exponent);

/// Residual degrees of freedom per output, n - parameters / m, at least 1; `weights` is the number of parameters,
/// d^2 + md without biases: those of A are shared among the outputs.
double degrees_per_output(Index samples, Index weights, Index outputs);

/// nm - d^2 - md (without biases), at least m.
double residual_degrees(const UnitSamples& samples);

/// |E|^2 / residual_degrees, for residuals E.
double noise_variance(const UnitSamples& samples, const Matrix& E);

}  // namespace resunit
