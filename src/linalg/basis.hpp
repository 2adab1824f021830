// SPDX-License-Identifier: BSD-3-Clause
// An orthonormal basis of the column space of F, for F of any rank, scale and conditioning.
//     F D^-1 = Z S V',   D = diag(2^k) near the column norms,   S = singular values above tolerance * largest   (basis)
// A program in c with image F c becomes a perfectly conditioned program in g with image Z g; c = D^-1 V S^-1 g.
// Paper: app:layer2-generalization requires only a left inverse C with C B = I, which is unique in span F'.
#pragma once

#include "resunit/types.hpp"

namespace resunit {

struct Basis {
  Matrix Z;              ///< n x r, orthonormal columns
  Matrix from_basis;     ///< r x m: a row g in the basis is the row g * from_basis of coefficients of F
  Matrix to_basis;       ///< m x r: a row c of coefficients of F is the row c * to_basis in the basis
  double condition = 1;  ///< largest over smallest kept singular value of F D^-1; 1 if F = 0

  Index rank() const { return Z.cols(); }
};

/// Singular values <= rank_tolerance * largest count as zero. The result has the same bits for any number of threads.
Basis orthonormal_basis(const MatrixView& F, double rank_tolerance, int threads = 1);

/// D: powers of two near the column norms, 1 for zero columns. Norms are computed after division by the largest entry,
/// so that none overflows.
Vector column_scales(const MatrixView& F);

/// 2^k within a factor of two of `length`; 1 if `length` is zero. Division by it is exact.
double nearby_power_of_two(double length);

}  // namespace resunit
