// SPDX-License-Identifier: BSD-3-Clause
// Neurons next to the region where all neurons are active. Where one neuron alone is inactive,
//     E = M x - y = u min(0, w x),   |w| = 1,                                                             (D-single)
// so that the residuals E of these samples are parallel, and linear in x. Each such neuron is subtracted from all
// samples, so that others are alone on more samples.
#pragma once

#include <vector>

#include "deep/descent/network_state.hpp"

namespace resunit {

struct SingleKink {
  Vector u;  ///< m
  Vector w;  ///< d, of unit length
};

class SingleKinkSearch {
 public:
  /// Samples with |x_i| = 1, outputs of root mean square 1.
  SingleKinkSearch(const ColumnSamples& samples, const Eigen::MatrixXd& M);

  /// Finds and subtracts the neurons that are alone on at least d + 2 samples; false if there are no new ones.
  bool advance();

  const std::vector<SingleKink>& kinks() const { return kinks_; }  ///< all found so far

 private:
  bool is_known(const SingleKink& kink) const;

  const Eigen::MatrixXd& X_;
  Eigen::MatrixXd E_;  ///< without the contributions of `kinks_`
  std::vector<SingleKink> kinks_;
};

}  // namespace resunit
