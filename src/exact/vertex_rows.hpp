// SPDX-License-Identifier: BSD-3-Clause
// Rows with few active samples, which the searches cannot find, by a vertex of a linear program.
//     min 1'(Z g - x_j),  Z g >= x_j:   the sparsest hidden output there is                                    (vertex)
#pragma once

#include "exact/found_rows.hpp"
#include "resunit/progress.hpp"

namespace resunit {

void find_vertex_rows(const ExactProblem& problem, const Progress& progress, FoundRows& rows);

}  // namespace resunit
