// The unit whose loss suits the noise:
//     squares         search -> weigh the outputs by their noise; where it differs, search and weigh again
//     robust          clip around plain regression -> search -> clip around the unit -> search, twice -> Huber
//     hardly any      search -> polish the last digits
// Under squares the noisiest outputs, or a few outliers, lead the search and not only the estimate: the second search
// sees outputs of equal noise, or outliers cut to size.
#pragma once

#include <optional>

#include "linalg/basis.hpp"
#include "noise/reweight.hpp"
#include "noise/search.hpp"
#include "noise/standardise.hpp"
#include "resunit/noise.hpp"

namespace resunit {

struct Estimate {
  SearchResult search;        ///< the last one, in the units of its own targets
  double linear_p_value = 1;  ///< of y = Wx against the unit it found
  Reweighted best;
};

/// In natural units; `start` as in search.hpp.
Estimate estimate_unit(const Standardised& natural, const Basis& inputs, const NoisyOptions& options,
                       const std::optional<Matrix>& start, Stages& stages);

/// sigma / rms(y) below which noise cannot be told from rounding, and the last digits are polished.
inline constexpr double kHardlyNoisy = 1e-6;

}  // namespace resunit
