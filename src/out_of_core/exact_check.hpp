// SPDX-License-Identifier: BSD-3-Clause
// One pass that checks whether a unit found on a subset of the samples fits all of them, and collects samples that
// contradict it.
//     relative_residual = |Yhat - Y| / |Y|;   sample i contradicts if |yhat_i - y_i| > 1e-6 (| |B| |r_i| | + |y_i|)
#pragma once

#include "out_of_core/sample_stream.hpp"
#include "resunit/unit.hpp"

namespace resunit {

struct ExactCheck {
  double relative_residual = 0;
  double loss = 0;        ///< 1/2n sum |yhat - y|^2
  Dataset contradicting;  ///< the first contradicting samples, at most `most`
};

ExactCheck check_unit(SampleStream& stream, const Unit& unit, Index most, int threads);

}  // namespace resunit
