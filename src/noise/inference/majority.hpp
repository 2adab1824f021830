// SPDX-License-Identifier: BSD-3-Clause
// Does a unit describe half of the samples much better than all of them, as if rows of Y were in another order, or the
// noise had very heavy tails? Concentration steps of least trimmed squares (Rousseeuw and Van Driessen 2006), from the
// unit fitted to all samples, with their residual covariance Sigma:
//     q_i = e_i'Sigma^-1 e_i,   H = the n/2 samples with the smallest q_i,   A, B <- least squares on H,   repeated
//     s^2 = sum_H q_i / (c nu),   nu = |H| m - weights,   c = P(chi2(m + 2) < x) / P(chi2(m) < x),  x the median of chi2(m)
// s estimates the noise of the majority relative to that of all samples: 1 for normal noise.                  (N-majority)
#pragma once

#include <vector>

#include "noise/unit_samples.hpp"

namespace resunit {

struct Majority {
  double noise = 1;           ///< s; 1 without concentration steps
  std::vector<Index> others;  ///< samples whose q_i / s^2 is above the 99.9% quantile of chi2(m)
};

/// Concentration steps from layer 1 `A`, whose unit has residuals `E` on the samples. They are omitted if the residuals
/// do not have heavy tails or there are too few samples.
Majority find_majority(const UnitSamples& samples, const Matrix& A, const Matrix& E);

/// True if the noise of the majority is less than half of that of all samples.
bool is_divided(const Majority& majority);

}  // namespace resunit
