#include "io/finite_entries.hpp"

#include <fmt/format.h>

#include <cmath>
#include <limits>

#include "linalg/simd.hpp"
#include "resunit/error.hpp"

namespace resunit {
namespace {

RESUNIT_MULTIVERSION
bool all_finite(const double* values, Index count) {
  int others = 0;
#pragma omp simd reduction(| : others)
  for (Index k = 0; k < count; ++k) others |= !(std::abs(values[k]) <= std::numeric_limits<double>::max());
  return others == 0;
}

}  // namespace

void require_finite_entries(const std::string& complaint, const MatrixView& values, Index first_row) {
  for (Index i = 0; i < values.rows(); ++i) {
    if (all_finite(values.row(i).data(), values.cols())) continue;
    for (Index j = 0; j < values.cols(); ++j) {
      if (std::isfinite(values(i, j))) continue;
      throw DataError(fmt::format("{}, row {}, column {}: {} is not a finite number", complaint, first_row + i + 1,
                                  j + 1, values(i, j)));
    }
  }
}

}  // namespace resunit
