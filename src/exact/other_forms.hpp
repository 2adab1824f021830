// SPDX-License-Identifier: BSD-3-Clause
// Different units may compute the same function, where neurons share a hyperplane or a row is special.
//     r_k = x_k + (a_k x)^+ = l_k x + t_k (u x)^+,   a_k = +- t_k u,   l_k = e_k or e_k - t_k u (identity)
// An output x_j + (a x)^+ that combines the r_k bends along one hyperplane only: the bends along all others cancel. So
// it is enough to ask, for each hyperplane u and each side,
//     sum_k g_k l_k = e_j  or  e_j - T u,   T = sum_{k on u} g_k t_k >= 0,   sum_{k on u'} g_k t_k = 0  for u' != u,
// whether row j has an answer with other weights than its own. On inputs in general position it has none; on a lattice
// (e_j + a_j = kappa e_k, a_j = -e_j, opposite neurons of special rows) it may.
#pragma once

#include <vector>

#include "resunit/types.hpp"

namespace resunit {

/// Rows of A, for inputs of unit rms, for which a unit with other weights computes the same function.
std::vector<bool> rows_with_other_forms(const Matrix& A);

/// Groups of rows whose neurons bend along one hyperplane, of two or more each.
std::vector<std::vector<Index>> rows_on_shared_hyperplanes(const Matrix& A);

}  // namespace resunit
