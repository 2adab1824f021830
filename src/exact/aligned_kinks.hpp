// SPDX-License-Identifier: BSD-3-Clause
// Search for rows of badly scaled inputs.
#pragma once

#include "exact/found_rows.hpp"
#include "exact/search.hpp"
#include "model/random.hpp"
#include "resunit/progress.hpp"

namespace resunit {

/// True if the columns of X differ in size by an order of magnitude or more.
bool is_badly_scaled(const ExactProblem& problem);

/// Finds rows whose kinks nearly coincide with random hyperplanes in the caller's scale.
void find_aligned_kinks(const ExactProblem& problem, const SearchBudget& budget, const Progress& progress,
                        Random& random, FoundRows& rows);

}  // namespace resunit
