// SPDX-License-Identifier: BSD-3-Clause
// The unit that minimizes the loss that is efficient for the noise:
//     squares         search -> weight the outputs by their noise; if heteroscedastic, search and weight again
//     robust          clip around linear regression -> search -> clip around the unit -> search, twice -> Huber
//     almost none     search -> refine the last digits
// With plain least squares the noisiest outputs, or a few outliers, dominate the search as well as the estimate: the
// second search therefore uses outputs of equal noise, or clipped outliers.
#pragma once

#include <optional>

#include "linalg/basis.hpp"
#include "noise/inference/reweight.hpp"
#include "noise/standardize.hpp"
#include "noise/start/search.hpp"
#include "resunit/fit_options.hpp"

namespace resunit {

/// Singular values of X below this, relative to the largest, count as zero.
inline constexpr double kDependent = 1e-9;

/// Standard deviation of the noise, relative to rms(y), below which noise cannot be distinguished from rounding errors
/// and the last digits are refined.
inline constexpr double kNegligibleNoise = 1e-6;

struct Estimate {
  SearchResult search;        ///< the last one; its losses are relative to the targets of that search
  double linear_p_value = 1;  ///< of the null hypothesis y = Wx against the unit found
  Reweighted best;

  /// True if noise, if any, cannot be distinguished from rounding errors.
  bool is_rounding_error() const { return search.fit.loss <= kNegligibleNoise * kNegligibleNoise; }
};

/// For standardized samples, whose units have the biases of `options`; `start` as in search.hpp.
Estimate estimate_unit(const Standardized& standardized, const Basis& inputs, const FitOptions& options,
                       const std::optional<Matrix>& start, Stages& stages);

}  // namespace resunit
