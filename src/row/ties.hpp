// SPDX-License-Identifier: BSD-3-Clause
// Projection of a point near a vertex or face onto it.
#pragma once

#include <vector>

#include "resunit/types.hpp"

namespace resunit {

/// The point nearest to g with Z_i g = t_i for the samples in `ties`; a least-squares solution if these equations are
/// inconsistent. The equations may be redundant.
Vector solve_ties(const Matrix& Z, const Eigen::Ref<const Vector>& t, const std::vector<int>& ties, const Vector& g);

}  // namespace resunit
