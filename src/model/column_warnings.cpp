// SPDX-License-Identifier: BSD-3-Clause
#include "model/column_warnings.hpp"

#include <fmt/format.h>

namespace resunit {
namespace {

/// The first column equal to column k, or k.
Index first_equal(const MatrixView& X, Index k) {
  for (Index j = 0; j < k; ++j)
    if (X.col(j) == X.col(k)) return j;
  return k;
}

}  // namespace

std::vector<std::string> column_warnings(const Samples& samples) {
  const MatrixView& X = samples.X;
  std::vector<std::string> warnings;
  if (X.rows() < 2) return warnings;
  for (Index k = 0; k < X.cols(); ++k) {
    const bool constant = (X.col(k).array() == X(0, k)).all();
    const Index twin = first_equal(X, k);
    if (constant && X(0, k) == 0)
      warnings.push_back(fmt::format("column {} of X is zero: its weights in A are not identifiable", k + 1));
    else if (twin != k)
      warnings.push_back(fmt::format(
          "columns {} and {} of X are equal: only the sums of their weights in A are identifiable", twin + 1, k + 1));
    else if (constant)
      warnings.push_back(fmt::format("column {} of X is constant: it acts as a bias", k + 1));
  }
  return warnings;
}

}  // namespace resunit
