// SPDX-License-Identifier: BSD-3-Clause
// Do these samples identify a unit, and if not, which samples are missing? A practical counterpart of the paper's
// appendix on sample complexity: instead of a bound on n, it reports properties of the given samples.
#pragma once

#include <string>
#include <vector>

#include "resunit/feasible_set.hpp"
#include "resunit/fit_result.hpp"
#include "resunit/samples.hpp"

namespace resunit {

/// The diagnosis of one row j of the unit.
struct RowDiagnosis {
  FeasibleSet set = FeasibleSet::unknown;
  double width = 0;    ///< (largest - smallest weighted mean of Y c over the set) / rms(x_j); infinite if unbounded
  Index active = 0;    ///< number of distinct samples with a_j x > 0 in the fitted unit; repeated directions count once
  Index inactive = 0;  ///< the same for a_j x < 0
  bool identifiable = false;  ///< exact: the row is certified in both layers; noisy: |stderr of a_j| < |a_j| / 2
};

/// Properties of the samples, and a fit of them.
struct Diagnosis {
  Index samples = 0, inputs = 0, outputs = 0;  ///< n, d, m; d includes the constant input of a bias
  Index directions = 0;       ///< number of distinct x / |x|: a unit is positively homogeneous, so only these count
  Index rank_of_X = 0;        ///< singular values above 1e-9 of the largest, for columns scaled to unit norm
  Index rank_of_Y = 0;        ///< singular values above 1e-11 of the largest, for columns scaled to unit norm
  double condition_of_X = 1;  ///< largest over smallest singular value that counts for rank_of_X
  double condition_of_Y = 1;  ///< largest over smallest singular value that counts for rank_of_Y
  Index program_samples = 0;  ///< number of samples, drawn at random, for which the feasible sets were computed
  std::vector<RowDiagnosis> rows;  ///< d
  Fit fit;                         ///< the fit by method auto
  bool enough = false;             ///< every row is identifiable
  std::string verdict;             ///< one sentence: the samples are enough, or how many more of which kind are needed
};

/// Diagnoses the samples. The options are those of the fit; the method is always auto. Throws DataError for samples
/// that no method can use, and OptionError for options out of range.
[[nodiscard]] RESUNIT_API Diagnosis diagnose(const Samples& samples, const FitOptions& options = {});

}  // namespace resunit
