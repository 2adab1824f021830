// Rows that the search cannot give: silent on nearly all samples, or linear on them.
#pragma once

#include "exact/found_rows.hpp"
#include "model/random.hpp"
#include "resunit/progress.hpp"

namespace resunit {

/// Does some a != 0 have X a >= 0 on every sample? Then a neuron may be silent, or active, on all of them, whatever its
/// weights.
bool lie_in_half_space(const Problem& problem);

/// Rows with few active samples by a vertex:  min 1'(Z g - x_j),  Z g >= x_j,  the sparsest hidden output there is.
/// (vertex)
void find_vertices(const Problem& problem, const Progress& progress, FoundRows& rows);

/// Rows that are linear on the samples, once all others are found: any activation u >= 0 in span X with x_j + u in span
/// Y. Right on the samples' cone, and only there.
void complete_linear_rows(const Problem& problem, Random& random, FoundRows& rows);

/// Entries of a linear program that Clp solves in seconds rather than minutes.
inline constexpr Index kLargestProgram = 1'000'000;

}  // namespace resunit
