// SPDX-License-Identifier: BSD-3-Clause
// A good minimum of the relaxed loss under noise, with d neurons per layer.
//     first fit of a wide network -> noise variance sigma^2
//     search on outputs whitened up to the noise:  left singular vectors of (I - P_X) Y, times s / sqrt(s^2 + 9 n sigma^2)
//     prune and descend on Y itself
//     GROW AND PRUNE: append random neurons to each layer, descend, prune, descend; keep if lower     (D-noise-search)
#pragma once

#include "deep/search/relaxed_search.hpp"

namespace resunit {

/// The loss is relative to 1/2n |Y|^2.
RelaxedFit find_relaxed_minimum(const ColumnSamples& samples, Index hidden, Random& random, int threads,
                                WorkLimit& work);

}  // namespace resunit
