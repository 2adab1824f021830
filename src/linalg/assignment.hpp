// SPDX-License-Identifier: BSD-3-Clause
// The assignment problem:  min over permutations of  sum_j cost(row(j), j)  by shortest augmenting paths, O(d^3).
// Kuhn 1955, Munkres 1957; the form with potentials is Jonker and Volgenant 1987.
#pragma once

#include <vector>

#include "resunit/types.hpp"

namespace resunit {

/// row(j) for every column j of a square matrix of finite costs.
std::vector<Index> assign(const Matrix& cost);

}  // namespace resunit
