// SPDX-License-Identifier: BSD-3-Clause
// How far an estimate is from the truth, in the paper's measures (section "Evaluation") and in those of regression.
#pragma once

#include "resunit/types.hpp"
#include "resunit/unit.hpp"

namespace resunit {

/// |M - M*| / |M*| in the spectral norm; |M| itself where M* = 0. (A layer 1 of zero is such a truth; beside the
/// identity of the skip, |A| is a relative error by itself.)
[[nodiscard]] RESUNIT_API double relative_error(const MatrixView& estimate, const MatrixView& truth);

/// How far predictions are from outputs.
struct OutputErrors {
  double output_error = 0;  ///< mean over samples of |yhat - y| / |y|; samples with y = 0 count |yhat| > 0 as 1
  double rmse = 0;          ///< sqrt of the mean square over all entries
  double r2 = 0;            ///< 1 - |yhat - y|^2 / |y - mean y|^2, outputs pooled; NaN where y is constant
  double loss = 0;          ///< 1/2n sum |yhat - y|^2
};
[[nodiscard]] RESUNIT_API OutputErrors output_errors(const MatrixView& predicted, const MatrixView& outputs);

/// How far weights are from a teacher's, both in canonical form.
struct WeightErrors {
  double layer1 = 0;  ///< |A - A*| / |A*|
  double layer2 = 0;  ///< |B - B*| / |B*|
};
[[nodiscard]] RESUNIT_API WeightErrors weight_errors(const Unit& estimate, const Unit& teacher);

}  // namespace resunit
