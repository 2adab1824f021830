// SPDX-License-Identifier: BSD-3-Clause
// What is proved about the weights of a fit.
#pragma once

#include <vector>

#include "resunit/types.hpp"

namespace resunit {

/// A row is proved where it holds on all samples to rounding, on more of them than it has weights, and no other row
/// does: then it is the teacher's, if there is one. Only exact identification proves anything.
struct Certificate {
  bool holds = false;             ///< every row of both layers is proved
  std::vector<bool> layer2_rows;  ///< d, row j of C, the left inverse of B; B itself is proved where all are
  std::vector<bool> layer1_rows;  ///< d, row j of A
  std::vector<bool> scale_rows;   ///< d, a_j is a multiple of e_j, given in canonical form
};

}  // namespace resunit
