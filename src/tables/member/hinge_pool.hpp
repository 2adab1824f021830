// SPDX-License-Identifier: BSD-3-Clause
// Candidate hinges (u x - q)^+ for the start of a network.
//     u: each input, at most 150 of them;
//        with up to 150 inputs, the eigenvectors of E[r z z'] for each output, where z is the whitened input and r the
//        residual of the linear fit: directions in which the curvature of the target is largest;
//        random directions
//     q: the quantiles .1 .3 .5 .7 .9 of u x, so that each hinge is active on at least a tenth of the rows
// Li, On principal Hessian directions for data visualization (1992).
#pragma once

#include "model/random.hpp"
#include "tables/data/network.hpp"

namespace resunit::regression {

/// At most a few thousand rows in double precision, from which a start is computed.
struct Sample {
  Matrix X;  ///< n x q, the last column is 1
  Matrix Y;  ///< n x m
};

/// Row h is [u, -q] of hinge h, scaled so that u x has standard deviation 1.
Matrix hinge_pool(const Sample& sample, const Matrix& residuals, Index random_directions, Random& random);

/// Hinges in random directions at the same quantiles, used if the pool has too few.
Matrix random_hinges(const Sample& sample, Index count, Random& random);

}  // namespace resunit::regression
