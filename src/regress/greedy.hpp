// The k hinges of a pool that explain most of the targets, chosen one after the other.
//     next = argmax_h |f_h' r|^2 / |f_h|^2,  f_h and r orthogonal to [x, 1] and to all hinges chosen before (G-greedy)
// In Gram form: the pool is multiplied with itself once, and each choice costs one column of a Cholesky factor.
// Orthogonal matching pursuit: Pati, Rezaiifar, Krishnaprasad (1993).
#pragma once

#include "regress/hinge_pool.hpp"

namespace resunit::regression {

/// Rows of `pool` in the order of choice, at most k: fewer if no others are left that differ from those chosen. They
/// are scaled so that hinges have standard deviation 1 over the sample.
Matrix choose_hinges(const Sample& sample, const Matrix& pool, Index k);

/// The residuals of the linear fit, with a ridge of 1e-6.
Matrix linear_residuals(const Sample& sample);

}  // namespace resunit::regression
