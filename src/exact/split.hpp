// SPDX-License-Identifier: BSD-3-Clause
// The samples on either side of the kink of a neuron.
#pragma once

#include <vector>

#include "exact/spans.hpp"

namespace resunit {

/// Active and inactive samples; samples on the kink, |u| <= kOnKink rms u, are evidence for neither side.
struct Split {
  std::vector<Index> active, inactive, on_kink;
  Eigen::MatrixXd WW, ZW;  ///< W_a'W_a (rho x rho) and Z_a'W_a (r x rho) of the active samples

  Index count() const { return static_cast<Index>(active.size() + inactive.size()); }
};

/// The split by the neuron with activation u = W b.
Split split_by(const Spans& spans, const Vector& b);

}  // namespace resunit
