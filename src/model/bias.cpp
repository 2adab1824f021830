// SPDX-License-Identifier: BSD-3-Clause
#include "model/bias.hpp"

#include <fmt/format.h>

#include "resunit/error.hpp"

namespace resunit {

void require_outputs_for_bias(Index inputs, Index outputs) {
  if (outputs <= inputs)
    throw DataError(fmt::format("a fit with a bias requires at least {} columns in Y, one more than in X; Y has {}",
                                inputs + 1, outputs));
}

Dataset with_constant(const Samples& samples) {
  require_outputs_for_bias(samples.inputs(), samples.outputs());
  Dataset extended{.X = Matrix(samples.count(), samples.inputs() + 1), .Y = samples.Y};
  extended.X << samples.X, Vector::Ones(samples.count());
  return extended;
}

}  // namespace resunit
