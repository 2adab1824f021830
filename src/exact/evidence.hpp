// SPDX-License-Identifier: BSD-3-Clause
// The evidence of the samples for a found row. Samples on the kink, |u| <= 1e-7 rms u, are evidence for neither side
// and are not counted.
#pragma once

#include "exact/found_rows.hpp"
#include "exact/split.hpp"

namespace resunit {

struct RowEvidence {
  bool noiseless = false;  ///< the row fits more samples than chance explains; its neuron may belong to any row
  bool layer2 = false;     ///< enough evidence for the row of C
  bool layer1 = false;     ///< enough evidence for the row of A as well
};

/// `half_space`: an a != 0 exists with X a >= 0 on every sample.
RowEvidence weigh_evidence(const ExactProblem& problem, const FoundRow& row, Index j, const Split& split,
                           bool half_space);

/// True if a row with the opposite activation pattern fits the samples as well. Samples on the kink may be on either
/// side.
bool opposite_pattern_fits(const Spans& spans, const FoundRow& row, Index j, const Split& split);

}  // namespace resunit
