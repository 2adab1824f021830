// The least-squares unit from nothing but samples:
//     LINES -> RELAX -> REPLACE -> DECODE -> VPLM -> MOVES -> HOPS                                          (N-search)
// again from other random starts while the loss stays above T (relax.hpp).
#pragma once

#include <optional>

#include "linalg/basis.hpp"
#include "noise/vplm.hpp"
#include "resunit/noise.hpp"
#include "timing/stages.hpp"

namespace resunit {

struct SearchResult {
  VplmResult fit;
  double relaxed_loss = 0;   ///< the lowest met
  double expected_loss = 0;  ///< T

  bool reached() const { return fit.loss <= expected_loss; }
};

SearchResult search_unit(const Samples& samples, const Basis& inputs, const NoisyOptions& options,
                         const std::optional<Matrix>& start, Stages& stages);

}  // namespace resunit
