// Noise that is not alike in all outputs: what to fit instead of Y, so that least squares is efficient again.
// Weighted: VPLM on Y Sigma^-1/2, Sigma the covariance of the residuals, twice (feasible generalised least squares,
// Zellner 1962), only where Sigma differs from sigma^2 I by more than chance. Sphericity by Ledoit and Wolf 2002:
//     U = tr[(Sigma / (tr Sigma / m) - I)^2] / m,   (nu U - m - 1) / 2 ~ N(0, 1),   nu = n - 2d          (N-weights)
// Differs from the design, which weighs always: equal noise then pays for weights it does not need, at n = 256 up to
// 0.1% of the loss (docs/noise.md).
// Huber (1964): VPLM on the pseudo-data  Y* = Yhat + clip(E, +-1.345 s),  s = 1.4826 median|E| by output, repeated.
#pragma once

#include "noise/vplm.hpp"
#include "resunit/unit.hpp"

namespace resunit {

/// Rounds of weights and fit: the second changes little, a third nothing.
inline constexpr int kWeighings = 2;

/// A fit with the loss that suits the noise.
struct Reweighted {
  Unit unit;
  Matrix noise_covariance;  ///< m x m
  Matrix target;            ///< n x m, the outputs whose least squares the unit's A solves: Y, Y Sigma^-1/2 or Y*
  Matrix influence;         ///< n x m, residuals as the estimate feels them: E, or clip(E) / share not clipped
  bool weighted = false;    ///< target = Y noise_covariance^-1/2
  bool alike = false;       ///< weighted, but all outputs alike in the caller's units
  double kept = 1;          ///< share of residuals that were not clipped
};

/// Plain least squares.
Reweighted as_it_is(const Samples& samples, Unit unit);

/// `output_scale`: the caller's units in those of the samples; noise that is alike there is not weighed.
Reweighted weigh_outputs(const Samples& samples, Unit unit, const Vector& output_scale);
Reweighted huber(const Samples& samples, Unit unit);

/// Y* of Huber's pseudo-data, residuals clipped to `limit` s around `fitted`.
Matrix clipped_outputs(const Samples& samples, const MatrixView& fitted, double limit);
inline constexpr double kHuber = 1.345;  ///< 95% efficient under Gaussian noise

/// Sigma^exponent of a covariance, its eigenvalues kept away from zero: outputs may repeat each other.
Matrix power(const Matrix& sigma, double exponent);

/// nm - d^2 - md, at least m.
double residual_degrees(const Samples& samples);

/// |E|^2 / residual_degrees, of residuals.
double noise_variance(const Samples& samples, const Matrix& E);

}  // namespace resunit
