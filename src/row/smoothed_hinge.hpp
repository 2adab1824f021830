// SPDX-License-Identifier: BSD-3-Clause
// The hinge of (R1), smoothed by a logarithmic barrier on its slack s.
//     sum_i 1/2 l_i^2 - mu log phi_i,   phi_i = (s_i + sqrt(s_i^2 + 4 mu)) / 2,   l_i = mu / phi_i               (Rmu)
// Its derivative in s_i is -l_i, and its second derivative l_i / (l_i + phi_i).
#pragma once

#include <Eigen/Core>

namespace resunit {

class SmoothedHinge {
 public:
  /// The sum for the slacks s, an array expression; sets the multipliers and curvatures.
  template <class Slacks>
  double evaluate(const Slacks& s, double mu) {
    const Eigen::ArrayXd root = (s.square() + 4 * mu).sqrt();
    phi_ = (s > 0).select((root + s) / 2, 2 * mu / (root - s));  // no cancellation on either side
    multipliers_ = mu / phi_;
    curvatures_ = multipliers_ / (multipliers_ + phi_);
    return multipliers_.square().sum() / 2 - mu * phi_.log().sum();
  }

  const Eigen::ArrayXd& multipliers() const { return multipliers_; }  ///< l
  const Eigen::ArrayXd& curvatures() const { return curvatures_; }    ///< l / (l + phi)

 private:
  Eigen::ArrayXd phi_, multipliers_, curvatures_;
};

}  // namespace resunit
