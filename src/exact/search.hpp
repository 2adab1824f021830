// SPDX-License-Identifier: BSD-3-Clause
// Two searches for activations, both by RAAR (relaxed averaged alternating reflections, as in phase retrieval) on
// blocks of starting points:
//     z <- beta (z + P2(2 P1 z - z) - P1 z) + (1 - beta) P1 z                                                    (RAAR)
// for projections P1, P2 onto two sets whose common points are the activations. A step is a few matrix products for all
// starting points of a block, in single precision; a candidate is then fitted in double precision.
#pragma once

#include "exact/found_rows.hpp"
#include "model/random.hpp"
#include "resunit/progress.hpp"

namespace resunit {

/// The effort of a search. Operations are counted rather than time, so that results do not depend on the machine.
struct SearchBudget {
  double operations = 3e10;  ///< floating-point operations without a new row after which a search ends: some seconds
  int first_blocks = 6;      ///< blocks of starting points without any row after which search_any ends
};

/// Searches for any neuron:  |X a| in span[X, Y]  is solved by a = +-a_k for every k. Requires 3d + 2 samples and is
/// easy for 5d or more. (S1)
void search_any(const ExactProblem& problem, const SearchBudget& budget, const Progress& progress, Random& random,
                FoundRows& rows);

/// Searches for the neurons of a few open rows K:  X_K t + (X a)^+ in span Y. Requires 2d + |K| + 2 samples; rows
/// already found are not solutions. (S_K)
void search_rows(const ExactProblem& problem, const SearchBudget& budget, const Progress& progress, Random& random,
                 FoundRows& rows);

}  // namespace resunit
