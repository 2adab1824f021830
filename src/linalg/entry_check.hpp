// SPDX-License-Identifier: BSD-3-Clause
// Finds entries that are NaN, infinite or too large.
#pragma once

#include <limits>
#include <optional>

#include "resunit/types.hpp"

namespace resunit {

struct Entry {
  Index row = 0;
  Index column = 0;
  double value = 0;
};

/// The first entry, row by row, whose magnitude is not at most `largest`: NaN, infinite or too large. None if all
/// entries are within the bound.
std::optional<Entry> first_entry_beyond(const MatrixView& values, double largest = std::numeric_limits<double>::max());

}  // namespace resunit
