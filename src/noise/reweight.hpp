// Noise that is not alike in all outputs: what to fit instead of Y, so that least squares is efficient again.
//   weighted:  Sigma = E'E / (n - 2d),  VPLM on Y Sigma^-1/2, twice          feasible generalised least squares,
//   Zellner 1962
//              only where Sigma differs from sigma^2 I by more than chance: U = tr[(Sigma / (tr Sigma / m) - I)^2] / m
//              has (nu U - m - 1) / 2 ~ N(0, 1) for large n and m, nu = n - 2d                            Ledoit and
//              Wolf 2002
//   Huber:     Y* = Yhat + clip(E, +-1.345 s), s = 1.4826 median|E| by output, VPLM on Y*, repeated    Huber 1964,
//   pseudo-data
#pragma once

#include "noise/vplm.hpp"
#include "resunit/unit.hpp"

namespace resunit {

/// A fit with the loss that suits the noise.
struct Reweighted {
  Unit unit;
  Matrix noise_covariance;  ///< m x m
  Matrix target;            ///< n x m, the outputs whose least squares the unit's A solves: Y, Y Sigma^-1/2 or Y*
  Matrix influence;         ///< n x m, residuals as the estimate feels them: E, or clip(E) / share not clipped
  bool weighted = false;    ///< target = Y noise_covariance^-1/2
};

/// Plain least squares.
Reweighted as_it_is(const Samples& samples, Unit unit);

Reweighted weigh_outputs(const Samples& samples, Unit unit);
Reweighted huber(const Samples& samples, Unit unit);

/// |E|^2 / (nm - d^2 - md), of residuals.
double noise_variance(const Samples& samples, const Matrix& E);

}  // namespace resunit
