// SPDX-License-Identifier: BSD-3-Clause
// Greedy choice of the k hinges of a pool that explain most of the targets.
//     next = argmax_h |f_h' r|^2 / |f_h|^2                                                                   (G-greedy)
// where f_h and r are orthogonal to [x, 1] and to all hinges chosen before. The Gram matrix of the pool is computed
// once, and each choice costs one column of a Cholesky factor.
// Orthogonal matching pursuit: Pati, Rezaiifar, Krishnaprasad (1993).
#pragma once

#include "tables/member/hinge_pool.hpp"

namespace resunit::regression {

/// At most k rows of `pool` in the order of choice; fewer if the others are linear combinations of those chosen. They
/// are scaled so that hinges have standard deviation 1 over the sample.
Matrix choose_hinges(const Sample& sample, const Matrix& pool, Index k);

/// The residuals of the linear fit, with a ridge of 1e-6.
Matrix linear_residuals(const Sample& sample);

}  // namespace resunit::regression
