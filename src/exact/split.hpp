// SPDX-License-Identifier: BSD-3-Clause
// The samples on either side of a neuron's hinge, and what counts of them.
#pragma once

#include <vector>

#include "exact/spans.hpp"

namespace resunit {

/// Samples on the hinge, |u| <= kHinge rms u, are evidence for neither side.
struct Split {
  std::vector<Index> active, inactive, on_hinge;
  Eigen::MatrixXd WW, ZW;  ///< W_a'W_a (rho x rho) and Z_a'W_a (r x rho) of the active samples

  Index count() const { return static_cast<Index>(active.size() + inactive.size()); }
};

Split split_by(const Spans& spans, const Vector& b);

}  // namespace resunit
