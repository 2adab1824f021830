// SPDX-License-Identifier: BSD-3-Clause
// Rows that are linear on the samples, and the samples on which rows may be.
#pragma once

#include "exact/found_rows.hpp"
#include "model/random.hpp"

namespace resunit {

/// Does some a != 0 have X a >= 0 on every sample? Then a neuron may be inactive, or active, on all of them, whatever its
/// weights.
bool lie_in_half_space(const ExactProblem& problem);

/// Rows that are linear on the samples, once all others are found: any activation u >= 0 in span X with x_j + u in span
/// Y. Right on the cone of the samples, and only there.
void complete_linear_rows(const ExactProblem& problem, Random& random, FoundRows& rows);

}  // namespace resunit
