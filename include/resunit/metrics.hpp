// SPDX-License-Identifier: BSD-3-Clause
// Errors of weights and outputs: the paper's measures (section "Evaluation"), and those of regression.
#pragma once

#include <vector>

#include "resunit/network.hpp"
#include "resunit/types.hpp"
#include "resunit/unit.hpp"

namespace resunit {

/// |M - M*| / |M*| in the spectral norm; |M| if M* = 0. (For A* = 0, |A| is already a relative error: it is relative to
/// the identity of the skip connection.)
[[nodiscard]] RESUNIT_API double relative_error(const MatrixView& estimate, const MatrixView& truth);

/// Errors of predictions.
struct OutputErrors {
  double output_error = 0;  ///< mean over samples of |yhat - y| / |y|; for y = 0: 1 if yhat != 0, otherwise 0
  double rmse = 0;          ///< root mean square of yhat - y over all entries
  double r2 = 0;            ///< 1 - |yhat - y|^2 / |y - mean y|^2 over all outputs; NaN if y is constant
  double loss = 0;          ///< 1/2n sum |yhat - y|^2
};
[[nodiscard]] RESUNIT_API OutputErrors output_errors(const MatrixView& predicted, const MatrixView& outputs);

/// Errors of weights relative to a teacher's, both in canonical form.
struct WeightErrors {
  double layer1 = 0;  ///< |A - A*| / |A*|
  double layer2 = 0;  ///< |B - B*| / |B*|
};
[[nodiscard]] RESUNIT_API WeightErrors weight_errors(const Unit& estimate, const Unit& teacher);

/// |W_l - W_l*| / |W_l*| for each layer of a network relative to a teacher's, both in canonical form. Throws DataError if
/// they differ in size.
[[nodiscard]] RESUNIT_API std::vector<double> weight_errors(const Network& estimate, const Network& teacher);

}  // namespace resunit
