// From a point near a vertex or face to the point on it.
#pragma once

#include <vector>

#include "resunit/types.hpp"

namespace resunit {

/// The point nearest to g with Z_i g = t_i for the samples in `ties`, in the least-squares sense where they contradict
/// each other.
Vector solve_ties(const Matrix& Z, const Eigen::Ref<const Vector>& t, const std::vector<int>& ties, const Vector& g);

}  // namespace resunit
