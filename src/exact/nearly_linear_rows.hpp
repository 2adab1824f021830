// SPDX-License-Identifier: BSD-3-Clause
// Rows that are active on nearly all samples, or on very few: the activation on the rare side of their kink is a sparse
// nonnegative vector in a known space, which a linear program finds.
//     g = (X a)^- in span[X, Y],   few g_i > 0;   modulo X and the hinges found it is a ray of  {g >= 0}        (rare)
// The searches by projections miss such rows if the inputs lie in a half-space: there every activation of one sign
// solves (S1) and (S_K), and these rows are close to it.
#pragma once

#include "exact/found_rows.hpp"
#include "model/random.hpp"
#include "resunit/progress.hpp"

namespace resunit {

/// with_evidence: skip neurons that might belong to more than one row, so that other rows are found first.
void find_nearly_linear_rows(const ExactProblem& problem, bool with_evidence, const Progress& progress, Random& random,
                             FoundRows& rows);

}  // namespace resunit
