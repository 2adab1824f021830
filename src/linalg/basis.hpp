// An orthonormal basis of the column space of F, of whatever rank, scale and conditioning.
//     F D^-1 = Z S V',   D = diag(2^k) near the column lengths,  S = singular values above tolerance * largest (basis)
// A program in c with image F c becomes one in g with image Z g, perfectly conditioned; c = D^-1 V S^-1 g leads back.
// Paper: app:layer2-generalization asks only for a left inverse C with C B = I, which this reduction keeps unique in
// span F'.
#pragma once

#include "resunit/types.hpp"

namespace resunit {

struct Basis {
  Matrix Z;              ///< n x r, orthonormal columns
  Matrix back;           ///< r x m: a row g in the basis is the row g * back of coefficients of F
  Matrix there;          ///< m x r: a row c of coefficients of F is the row c * there in the basis
  double condition = 1;  ///< largest over smallest kept singular value of F D^-1; 1 where F = 0

  Index rank() const { return Z.cols(); }
};

/// Of the same bits for any number of threads.
Basis orthonormal_basis(const MatrixView& F, double rank_tolerance, int threads = 1);

/// D: powers of two near the column lengths, 1 for zero columns. Measured after division by the largest entry: none
/// overflows.
Vector column_scales(const MatrixView& F);

/// 2^k within a factor of two of `length`; 1 for zero. Dividing by it is exact.
double nearby_power_of_two(double length);

}  // namespace resunit
