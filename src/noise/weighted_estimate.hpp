// SPDX-License-Identifier: BSD-3-Clause
// The estimate under noise that may grow with |x|:
//     estimate -> test; if the noise grows: sigma(|x|) from the residuals -> estimate on (x_i, y_i) / sigma_i, twice
// inference/growing_noise.hpp explains why dividing the samples is sufficient.
#pragma once

#include <optional>

#include "noise/estimate.hpp"
#include "resunit/fit_result.hpp"

namespace resunit {

struct WeightedEstimate {
  Standardized standardized;  ///< the samples, divided by `levels`
  Vector levels;              ///< n, sigma_i relative to their root mean square; 1 unless weighted
  Estimate estimate;          ///< for `standardized`
  NoiseGrowth growth;         ///< as detected on the samples before weighting
  bool depends_on_x = false;  ///< weighted, but the noise of `standardized` still depends on |x|
};

/// `standardized`: the samples, standardized, with inputs of full rank; `start` is layer 1 in the original scales.
WeightedEstimate estimate_weighted(const Samples& samples, Standardized standardized, const Basis& inputs,
                                   const FitOptions& options, const std::optional<Matrix>& start, Stages& stages);

}  // namespace resunit
