// SPDX-License-Identifier: BSD-3-Clause
// LINES: the directions of all neurons, up to sign, norm and order.
// Each round searches the residual of the outputs given the inputs and the neurons found so far, from one more random
// start than neurons are missing, and keeps the distinct optima, best first. The signs of A are arbitrary.
#pragma once

#include "linalg/basis.hpp"
#include "model/random.hpp"
#include "noise/unit_samples.hpp"

namespace resunit {

/// The line u of unit norm for a direction b in the coordinates of an orthonormal basis of X: X u is parallel to Z b.
Vector line_of(const Basis& inputs, const Vector& b);

/// One unit row per neuron.
Matrix find_lines(const UnitSamples& samples, const Basis& inputs, Random& random, int threads);

/// The k left singular vectors of E with the largest singular values, fewer if E has lower rank, each multiplied by
/// (its singular value / the largest)^power.
Matrix top_left_singular_vectors(const Matrix& E, Index k, double power);

}  // namespace resunit
