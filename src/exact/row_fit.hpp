// SPDX-License-Identifier: BSD-3-Clause
// Fits one row, starting from an approximate activation.
//     min_b |(I - ZZ') (x_j + s o W b)|,   s = 1[W b > 0]                                                     (row fit)
// is linear least squares for a fixed pattern s: solve and update the pattern until it does not change.
#pragma once

#include <vector>

#include "exact/spans.hpp"

namespace resunit {

struct RowFit {
  Vector b;                   ///< activation u = W b
  std::vector<Index> active;  ///< samples with u > 0
  double residual = 0;        ///< see row_residual
};

/// The samples with u > 0.
std::vector<Index> active_samples(const Vector& u);

/// Fits row j with at most `rounds` updates of the pattern.
RowFit fit_row(const Spans& spans, Index j, Vector b, int rounds);

/// max_i |(I - ZZ')(x_j + u^+)|_i, u = W b, relative to the larger rms of x_j and u^+.
double row_residual(const Spans& spans, Index j, const Vector& b);

/// The solution b for a fixed pattern and any target t orthogonal to span Z; the minimum-norm one if it is not unique.
Vector solve_pattern(const Spans& spans, const Eigen::Ref<const Vector>& t, const std::vector<Index>& active);

/// True if a, for standardized inputs, is a multiple of e_j up to rounding error.
bool is_nearly_scale_row(const Vector& a, Index j);

}  // namespace resunit
