// SPDX-License-Identifier: BSD-3-Clause
// Elimination of layer 2: for given hidden directions A the best B is the solution of one least-squares problem.
//     S = X A',   unit:     R = S^+ + X,      D = 1[S > 0]        y = B [(A x)^+ + x]
//                 relaxed:  R = [ |S|, X ],   D = sign S          y = V |A x| + W x,   B = [V, W]           (N-project)
//     B = argmin |Y - R B'|^2,   E = Y - R B',   f = |E|^2 / 2n,   g_jl = df/da_jl = -1/n sum_i D_ij x_il (E B)_ij
// The relaxed model contains the unit (V = B/2, W = B (I + A/2)) without the assignment of lines to inputs.
// With a bias R of the unit is S^+ + X without the constant column, then the constant if layer 2 has a bias.
// Variable projection: Golub and Pereyra 1973.
#pragma once

#include <Eigen/Cholesky>

#include "noise/unit_samples.hpp"

namespace resunit {

enum class Family { unit, relaxed };

/// Ridge of normal equations, relative to the diagonal entries of the Gram matrix.
inline constexpr double kNormalRidge = 1e-12;

/// The projection at one A. Owned by the caller, so that a loop of projections does not allocate.
struct Projection {
  Matrix D;                            ///< n x h, derivatives of the hinges
  Matrix R;                            ///< n x r
  Matrix B;                            ///< m x r
  Matrix E;                            ///< n x m
  Eigen::LLT<Eigen::MatrixXd> normal;  ///< of R'R
  double loss = 0;                     ///< infinite if R'R has no Cholesky factor

  /// The part of B that acts on the hinges: B, or V of the relaxed model.
  auto hinge_weights() const { return B.leftCols(D.cols()); }
};

void project(Family family, const UnitSamples& samples, const Matrix& A, Projection& at);

/// g, in the shape of A.
void gradient(const UnitSamples& samples, const Projection& at, Matrix& g);

}  // namespace resunit
