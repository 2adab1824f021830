// SPDX-License-Identifier: BSD-3-Clause
// Rows that are nearly always active, or hardly ever: the rare side of their hinge is a nonnegative vector of few
// entries in a space we know, and a linear program finds it.
//     g = (X a)^- in span[X, Y],   few g_i > 0;   modulo X and the hinges found it is a ray of  {g >= 0}        (rare)
// The searches by projections miss such rows where the inputs lie in a half-space: every activation of one sign solves
// (S1) and (S_K) there, and those rows are close to it.
#pragma once

#include "exact/found_rows.hpp"
#include "model/random.hpp"
#include "resunit/progress.hpp"

namespace resunit {

/// with_evidence: leave alone what might belong to more than one row, for others to be found first.
void find_nearly_linear_rows(const ExactProblem& problem, bool with_evidence, const Progress& progress, Random& random,
                             FoundRows& rows);

}  // namespace resunit
