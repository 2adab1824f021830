// SPDX-License-Identifier: BSD-3-Clause
// The set { c : Y c >= x_j } of row j of layer 2, which the paper's programs search for C_j.
#pragma once

#include <string_view>

#include "resunit/types.hpp"

namespace resunit {

enum class FeasibleSet {
  unknown,    ///< the linear program solver failed
  empty,      ///< no c is feasible: the samples are noisy, or do not come from a unit
  unbounded,  ///< width = infinity: too few samples, or negative weights
  wide,       ///< 1e-6 < width < infinity: C_j is not identifiable (a scale row, negative weights, or too few samples)
  point,      ///< width <= 1e-6: C_j is identifiable
};
RESUNIT_API std::string_view to_string(FeasibleSet set);

}  // namespace resunit
