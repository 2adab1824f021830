// SPDX-License-Identifier: BSD-3-Clause
// RELAX: the relaxed model y = V |Ux| + W x, fitted from the lines found.
// REPLACE: exchange of weak lines for better ones. The contribution of line k is the increase of the residual sum of
// squares without it:
//     |v_k|^2 / (F'F)^-1_kk,   F = [|XU'|, X]                                                                 (N-relax)
// The weakest line is replaced by the best of a few searches in the residual without it; the new line is accepted if
// the loss decreases by 0.1%.
#pragma once

#include "model/random.hpp"
#include "noise/start/lines.hpp"
#include "noise/unit_samples.hpp"

namespace resunit {

struct Relaxed {
  Matrix U;         ///< h x d, unit rows, one per neuron
  Matrix V;         ///< m x h
  Matrix W;         ///< m x d
  double loss = 0;  ///< 1/2n sum |y - V|Ux| - Wx|^2
};

/// The best relaxed model near the lines U; `tolerance` as in VplmOptions.
Relaxed relax(const UnitSamples& samples, Matrix U, double tolerance = 1e-4, int max_steps = 30);

/// Degrees of freedom of the comparison of the relaxed model with the unit, which has h neurons and r columns of B.
/// Without biases h = r = d. The relaxed model has d - 1 parameters per line and m (h + d) linear ones.
struct Degrees {
  double extra = 0;     ///< kappa = m (h + d - r) - h; without biases md - d
  double residual = 0;  ///< nu = nm - m (h + d) - h (d - 1), the degrees of freedom of the relaxed residual
};
Degrees degrees_of_freedom(const UnitSamples& samples);

/// T = f_r (1 + kappa/nu q), q the 99.9% quantile of the F distribution with kappa and nu degrees of freedom: the loss of
/// the true unit is below T with about this probability.
double expected_loss(const UnitSamples& samples, double relaxed_loss);

Relaxed replace_weak_lines(const UnitSamples& samples, const Basis& inputs, Relaxed model, Random& random, int threads);

}  // namespace resunit
