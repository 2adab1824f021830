// SPDX-License-Identifier: BSD-3-Clause
// Kaufman's approximation of the Hessian of the projected loss, dense (Kaufman 1975).
//     Z_i,(j,l) = D_ij x_il,   K = Z'Z - Z'R (R'R)^-1 R'Z,   Hess = K o (B'B (x) 11') / n                   (N-Kaufman)
// Its size is d^2 for any number of outputs. Block (j,k) of Z'Z is the symmetric matrix sum_i D_ij D_ik x_i x_i', so
// all blocks are one product of two tables of pairs, (D_ij D_ik) and (x_il x_ip): half the work of a rank update by Z,
// which is never formed. With a column of ones next to D the same product gives Z'X and X'X, and Z'R follows because R
// is linear in A for fixed signs.
#pragma once

#include "noise/descent/projection.hpp"

namespace resunit {

/// Reuses its tables in the next call.
class ProjectedGram {
 public:
  void compute(Family family, const UnitSamples& samples, const Matrix& A, const Projection& at);

  /// With other values of D, n x h, which R need not match.
  void compute_for(const Matrix& D, const UnitSamples& samples, const Projection& at);

  const Eigen::MatrixXd& K() const { return K_; }  ///< hd x hd for h hinges, lower triangle
  const Eigen::MatrixXd& L() const { return L_; }  ///< r x hd: R'R = T T',  T L = R'Z

 private:
  void multiply_pairs(const MatrixView& X, const Matrix& D);
  void unpack_blocks(Index d);
  void project_out_R(const Projection& at);

  Eigen::MatrixXd signs_, inputs_;            ///< a chunk of samples of D (with ones) and X, by columns
  Eigen::MatrixXd sign_pairs_, input_pairs_;  ///< their products in pairs
  Eigen::MatrixXd pairs_;                     ///< sum over samples of input pair x sign pair
  Eigen::MatrixXd XZ_;                        ///< d x d^2
  Eigen::MatrixXd K_, L_;
};

/// Lower triangle of Hess = K o (weights (x) 11') * scale.
void weight_blocks(const Eigen::MatrixXd& K, const Eigen::MatrixXd& weights, double scale, Eigen::MatrixXd& hessian);

}  // namespace resunit
