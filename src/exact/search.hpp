// SPDX-License-Identifier: BSD-3-Clause
// Two searches for activations, both by RAAR (relaxed averaged alternating reflections, as in phase retrieval) on
// blocks of starts:
//     z <- beta (z + P2(2 P1 z - z) - P1 z) + (1 - beta) P1 z (RAAR)
// for projections P1, P2 on two sets whose common points are the activations. One product with all starts at once is
// one step, in single precision: a hit is fitted in double precision before it counts.
#pragma once

#include "exact/found_rows.hpp"
#include "model/random.hpp"
#include "resunit/progress.hpp"

namespace resunit {

/// Floating-point operations a search may spend without finding a row before it gives up: some seconds. Counting
/// operations rather than time keeps the result the same on every machine.
struct SearchBudget {
  double operations = 3e10;
  int first_blocks = 6;  ///< of starts, that may pass before the first row is found
};

/// Any neuron:  |X a| in span[X, Y]  is solved by a = +-a_k for every k. Needs 3d + 2 samples, easy from 5d. (S1)
void search_any(const ExactProblem& problem, const SearchBudget& budget, const Progress& progress, Random& random,
                FoundRows& rows);

/// Neurons of a few open rows K:  X_K t + (X a)^+ in span Y. Needs 2d + |K| + 2 samples; found rows are no solutions.
/// (S_K)
void search_rows(const ExactProblem& problem, const SearchBudget& budget, const Progress& progress, Random& random,
                 FoundRows& rows);

}  // namespace resunit
