// SPDX-License-Identifier: BSD-3-Clause
// One row from a guess of its activation.
//     min_b |(I - ZZ') (x_j + s o W b)|,   s = 1[W b > 0]                                                     (row fit)
// is linear least squares while the pattern s is kept, so: solve, look at the pattern, until it repeats.
#pragma once

#include <vector>

#include "exact/spans.hpp"

namespace resunit {

struct RowFit {
  Vector b;                   ///< activation u = W b
  std::vector<Index> active;  ///< samples with u > 0
  double residual = 0;        ///< see row_residual
};

RowFit fit_row(const Spans& spans, Index j, Vector b, int rounds);

/// The largest |(I - ZZ')(x_j + u^+)|_i, u = W b, over the larger rms of x_j and u^+.
double row_residual(const Spans& spans, Index j, const Vector& b);

/// b on a fixed pattern, for any target t outside span Z; the smallest one where the pattern does not determine it.
Vector solve_pattern(const Spans& spans, const Eigen::Ref<const Vector>& t, const std::vector<Index>& active);

/// Is a, for columns of unit rms, a multiple of e_j but for rounding?
bool only_scales(const Vector& a, Index j);

}  // namespace resunit
