// SPDX-License-Identifier: BSD-3-Clause
// Rows with few active samples, which the searches do not find, as a vertex of a linear program.
//     min 1'(Z g - x_j),  Z g >= x_j:   the sparsest output of the neuron                                      (vertex)
#pragma once

#include "exact/found_rows.hpp"
#include "resunit/progress.hpp"

namespace resunit {

/// Finds open rows and adds them to `rows`.
void find_vertex_rows(const ExactProblem& problem, const Progress& progress, FoundRows& rows);

}  // namespace resunit
