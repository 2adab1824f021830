// SPDX-License-Identifier: BSD-3-Clause
// How much the samples say about a found row. Samples on the hinge, |u| <= 1e-7 rms u, are evidence for neither side and
// are not counted.
#pragma once

#include "exact/found_rows.hpp"
#include "exact/split.hpp"

namespace resunit {

struct RowEvidence {
  bool noiseless = false;  ///< the row holds on more samples than chance explains, whichever row its neuron belongs to
  bool layer2 = false;     ///< enough for the row of C
  bool layer1 = false;     ///< enough for the row of A too
};

/// `half_space`: some a != 0 has X a >= 0 on every sample.
RowEvidence weigh_evidence(const ExactProblem& problem, const FoundRow& row, Index j, const Split& split,
                           bool half_space);

/// Does a row with the opposite activation pattern fit the samples too? Samples on the hinge may go to either side.
bool opposite_pattern_fits(const Spans& spans, const FoundRow& row, Index j, const Split& split);

}  // namespace resunit
