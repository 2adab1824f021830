// SPDX-License-Identifier: BSD-3-Clause
// The least-squares unit, from samples only:
//     LINES -> RELAX -> REPLACE -> DECODE -> VPLM -> MOVES -> random perturbations                           (N-search)
// repeated from other random starts while the loss is above T (relax.hpp).
#pragma once

#include <optional>

#include "linalg/basis.hpp"
#include "noise/descent/vplm.hpp"
#include "noise/start/relax.hpp"
#include "resunit/fit_options.hpp"
#include "system/stages.hpp"

namespace resunit {

struct SearchResult {
  VplmResult fit;
  double relaxed_loss = 0;   ///< the lowest found
  double expected_loss = 0;  ///< T

  bool reached() const { return fit.loss <= expected_loss; }
};

/// The relaxed model found from a random start: LINES -> RELAX -> REPLACE.
Relaxed find_relaxed_model(const UnitSamples& samples, const Basis& inputs, Random& random, int threads,
                           Stages& stages);

/// `start`: layer 1 of a unit that is probably near; if the loss of its minimum is at most T, no search follows.
SearchResult search_unit(const UnitSamples& samples, const Basis& inputs, const FitOptions& options,
                         const std::optional<Matrix>& start, Stages& stages);

}  // namespace resunit
