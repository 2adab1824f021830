// SPDX-License-Identifier: BSD-3-Clause
// Rows that are linear on the samples, and a test whether such rows can exist.
#pragma once

#include "exact/found_rows.hpp"
#include "model/random.hpp"

namespace resunit {

/// True if an a != 0 exists with X a >= 0 on every sample. Then a neuron may be inactive, or active, on all samples,
/// and its weights are not identifiable.
bool lie_in_half_space(const ExactProblem& problem);

/// Completes the rows that are linear on the samples after all others are found: any activation u >= 0 in span X with
/// x_j + u in span Y. The result is correct on the cone of the samples only.
void complete_linear_rows(const ExactProblem& problem, Random& random, FoundRows& rows);

}  // namespace resunit
