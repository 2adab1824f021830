// SPDX-License-Identifier: BSD-3-Clause
#include "linalg/entry_check.hpp"

#include <cmath>

#include "linalg/simd.hpp"

namespace resunit {
namespace {

RESUNIT_MULTIVERSION
bool all_within(const double* values, Index count, double largest) {
  int beyond = 0;
#pragma omp simd reduction(| : beyond)
  for (Index k = 0; k < count; ++k) beyond |= !(std::abs(values[k]) <= largest);  // NaN compares false
  return beyond == 0;
}

}  // namespace

std::optional<Entry> first_entry_beyond(const MatrixView& values, double largest) {
  for (Index i = 0; i < values.rows(); ++i) {
    if (all_within(values.row(i).data(), values.cols(), largest)) continue;
    for (Index j = 0; j < values.cols(); ++j)
      if (!(std::abs(values(i, j)) <= largest)) return Entry{.row = i, .column = j, .value = values(i, j)};
  }
  return std::nullopt;
}

}  // namespace resunit
