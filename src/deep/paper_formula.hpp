// SPDX-License-Identifier: BSD-3-Clause
// Method qp: the paper's formula for W >= 0 (src/paper/multilayer.hpp), and a judgement of its network. The last layer
// is exact where enough inequalities are tight. The split of the hidden outputs among the hidden layers is not
// identified, so that the network of more than two layers rarely fits.
#pragma once

#include "resunit/fit_network.hpp"

namespace resunit {

/// Solved if |Yhat - Y| <= 1e-8 |Y|; suspect if it is larger; rank_deficient if rank Y < d; unrelated as in method
/// noisy; diverged if a weight is not finite.
NetworkFit fit_by_paper_formula(const Samples& samples, Index layers, const NetworkOptions& options);

}  // namespace resunit
