// SPDX-License-Identifier: BSD-3-Clause
// Different units may compute the same function if neurons share a hyperplane or a row is special.
//     r_k = x_k + (a_k x)^+ = l_k x + t_k (u x)^+,   a_k = +- t_k u,   l_k = e_k or e_k - t_k u              (identity)
// An output x_j + (a x)^+ that is a combination of the r_k has a single kink: the kinks on all other hyperplanes
// cancel. So it is sufficient to check, for each hyperplane u and each side, whether the equations
//     sum_k g_k l_k = e_j  or  e_j - T u,   T = sum_{k on u} g_k t_k >= 0,   sum_{k on u'} g_k t_k = 0  for u' != u,
// have a solution with weights other than those of row j. For weights in general position there is none; for weights on
// a lattice (e_j + a_j = kappa e_k, a_j = -e_j, opposite neurons of special rows) there may be one.
#pragma once

#include <vector>

#include "resunit/types.hpp"

namespace resunit {

/// The rows of A, for standardized inputs, for which a unit with other weights computes the same function.
std::vector<bool> rows_with_other_forms(const Matrix& A);

/// Groups of two or more rows whose neurons have the same hyperplane as kink.
std::vector<std::vector<Index>> rows_on_shared_hyperplanes(const Matrix& A);

}  // namespace resunit
