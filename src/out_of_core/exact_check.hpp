// SPDX-License-Identifier: BSD-3-Clause
// One pass that checks whether a unit found on a subset of the samples fits all of them, row by row to rounding error,
// and collects samples that contradict it.
//     relative_residual = |Yhat - Y| / |Y|;   sample i contradicts if |yhat_i - y_i| > 1e-6 (| |B| |r_i| | + |y_i|)
//     backward_errors: those of src/exact/weights.hpp, over all samples
#pragma once

#include "exact/weights.hpp"
#include "out_of_core/sample_stream.hpp"
#include "resunit/unit.hpp"

namespace resunit {

struct ExactCheck {
  double relative_residual = 0;
  double loss = 0;         ///< 1/2n sum |yhat - y|^2
  Vector backward_errors;  ///< d
  Dataset contradicting;   ///< the first contradicting samples, kContradictingPerInput d at most
};

/// `rows`: the rows of the unit and of its left inverse C. The stream must be standardized. The constant output of a
/// bias counts only in the backward errors.
ExactCheck check_unit(SampleStream& stream, const Unit& unit, const RowWeights& rows, int threads);

/// 1/2n sum |yhat - y|^2, in one pass.
double training_loss(SampleStream& stream, const Unit& unit, int threads);

}  // namespace resunit
