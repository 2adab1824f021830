// SPDX-License-Identifier: BSD-3-Clause
// Units whose hinges are chosen from a pool of directions p_a, with phi_a = (p_a x)^+. Row j of the hidden layer is
//     r_j = x_j + tau_j phi_a(j),   tau_j > 0,   so that a_j = tau_j p_a(j)
//     loss(a, tau) = min_B 1/2n |Y - R B'|^2 = 1/2n (|Y|^2 - tr P'M^-1 P),   M = R'R,   P = R'Y                (N-pool)
// The loss depends on the samples only through the Gram matrix of [phi, x] and its products with Y: evaluating a choice
// costs O(d^3 + d^2 m) for any n. A bias in layer 2 is eliminated by centering phi, x and Y.
#pragma once

#include <Eigen/Cholesky>
#include <vector>

#include "noise/unit_samples.hpp"

namespace resunit {

struct Choice {
  std::vector<Index> hinge;  ///< a(j), the direction of row j
  Vector scale;              ///< tau_j
  double loss = 0;           ///< of the last evaluation
};

class HingePool {
 public:
  HingePool(const UnitSamples& samples, Matrix directions);

  /// Sets choice.loss.
  void evaluate(Choice& choice);
  /// Levenberg-Marquardt on log tau; the loss never increases.
  void fit_scales(Choice& choice, int max_steps);

  Matrix layer1(const Choice& choice) const;
  /// X'X / n; if layer 2 has a bias, of the centered inputs without the constant.
  Eigen::MatrixXd input_covariance() const { return gram_.bottomRightCorner(inputs_, inputs_) / count_; }

 private:
  void gather(const Choice& choice);
  bool solve_scales(double lambda, const Vector& tau, Vector& changed) const;

  Matrix directions_;
  Index neurons_;
  Index inputs_;
  double count_;
  double square_;            ///< |Y|^2
  Eigen::MatrixXd gram_;     ///< of [phi, x]
  Eigen::MatrixXd outputs_;  ///< [phi, x]'Y
  // Of the choice gathered last:
  Eigen::MatrixXd cross_;  ///< phi'R
  Eigen::MatrixXd M_, P_;
  Eigen::LLT<Eigen::MatrixXd> cholesky_;
  Eigen::MatrixXd curvature_;  ///< of the loss in log tau
  Vector slope_;
};

}  // namespace resunit
