// Hinges (u x - q)^+ among which the start of a network is chosen.
//     u: each input by itself, at most 150 of them; up to 150 inputs the eigenvectors of E[r z z'], z the whitened
//     input and r the residual of the linear fit,
//        one set an output: directions in which the curvature of the target is largest; and random directions
//     q: the quantiles .1 .3 .5 .7 .9 of u x, so that each hinge is active on a tenth of the rows at least
// Li, On principal Hessian directions for data visualization (1992).
#pragma once

#include "model/random.hpp"
#include "regress/network.hpp"

namespace resunit::regression {

/// At most a few thousand rows, in double: what a start is computed from.
struct Sample {
  Matrix X;  ///< n x q, the last column is 1
  Matrix Y;  ///< n x m
};

/// Row h is [u, -q] of hinge h, scaled so that u x has standard deviation 1.
Matrix hinge_pool(const Sample& sample, const Matrix& residuals, Index random_directions, Random& random);

/// Hinges in random directions at those quantiles: where the pool does not suffice.
Matrix random_hinges(const Sample& sample, Index count, Random& random);

}  // namespace resunit::regression
