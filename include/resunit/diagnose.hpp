// SPDX-License-Identifier: BSD-3-Clause
// Can these samples determine a unit, and if not, what is missing?
// Makes the paper's sample-complexity appendix practical: instead of a bound on n, facts about the samples at hand.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "resunit/fit_result.hpp"
#include "resunit/samples.hpp"

namespace resunit {

/// The set {c : Yc >= x_j} of row j of layer 2, in which the paper's programs look for C_j.
enum class FeasibleSet {
  unknown,    ///< Clp gave no answer
  empty,      ///< no c: noise, or not of a unit
  unbounded,  ///< some direction leaves every constraint satisfied: too few samples, or negative weights
  wide,       ///< bounded, width > 1e-6: not determined by the program (a scale row, negative weights, few samples)
  point,      ///< width <= 1e-6: the program determines C_j
};
RESUNIT_API std::string_view to_string(FeasibleSet set);

struct RowDiagnosis {
  FeasibleSet set = FeasibleSet::unknown;
  double width = 0;    ///< (largest - smallest weighted mean of Yc over the set) / rms(x_j); infinite where unbounded
  Index active = 0;    ///< samples with a_j x > 0, by the fitted unit
  Index inactive = 0;  ///< and with a_j x < 0
  bool determined = false;  ///< exact: the row of both layers is certified; noisy: |stderr of a_j| < |a_j| / 2
};

struct Diagnosis {
  Index samples = 0, inputs = 0, outputs = 0;  ///< inputs: with the constant of a bias
  Index directions = 0;       ///< distinct x / |x|: a unit is positively homogeneous, so only these count
  Index rank_of_X = 0;        ///< singular values of columns of unit length above 1e-9 of the largest
  Index rank_of_Y = 0;        ///< above 1e-11
  double condition_of_X = 1;  ///< of columns of unit length
  double condition_of_Y = 1;
  Index program_samples = 0;  ///< how many samples, drawn at random, the feasible sets are of
  std::vector<RowDiagnosis> rows;
  Fit fit;              ///< by method auto
  bool enough = false;  ///< every row is determined
  std::string verdict;  ///< one sentence: enough samples, or how many more of which kind
};

/// The options are those of the fit by method auto. Throws DataError for samples that no method can use.
[[nodiscard]] RESUNIT_API Diagnosis diagnose(const Samples& samples, const FitOptions& options = {});

}  // namespace resunit
