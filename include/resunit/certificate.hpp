// SPDX-License-Identifier: BSD-3-Clause
// Which rows of the weights are certified.
#pragma once

#include <vector>

#include "resunit/types.hpp"

namespace resunit {

/// A certified row fits all samples to rounding error, on more samples than it has weights, and no other row does (the
/// rules are in docs/exact.md). If a unit generated the samples, the row is a row of that unit. This holds for units
/// with d neurons, B of full rank and m >= d; no finite sample excludes every wider network. Only method exact
/// certifies.
struct Certificate {
  bool holds = false;             ///< every row of both layers is certified
  std::vector<bool> layer2_rows;  ///< d: row j of C, the left inverse of B; B is certified if all of them are
  std::vector<bool> layer1_rows;  ///< d: row j of A
  std::vector<bool> scale_rows;   ///< d: a_j is a multiple of e_j, reported in canonical form
};

}  // namespace resunit
