// LINES: the directions of all d neurons, up to sign, length and order, one after the other.
// Each round searches the part of the outputs that the inputs and the neurons found so far leave unexplained, from more
// random starts than neurons are missing, and keeps the distinct optima, best first. No assumption on the signs of A.
#pragma once

#include "linalg/basis.hpp"
#include "model/random.hpp"
#include "resunit/samples.hpp"

namespace resunit {

/// The line u, of unit length, behind a direction b in the coordinates of an orthonormal basis of X:  X u ~ Z b.
Vector line_of(const Basis& inputs, const Vector& b);

/// d unit rows.
Matrix find_lines(const Samples& samples, const Basis& inputs, Random& random, int threads);

/// The k left singular vectors of E with the largest singular values, fewer where E has lower rank, each times
/// (its singular value / the largest)^power.
Matrix top_left_singular_vectors(const Matrix& E, Index k, double power);

/// I - QQ' applied to V, twice: once is not enough where V is nearly in the span of Q.
void project_out(const Matrix& Q, Matrix& V);

}  // namespace resunit
