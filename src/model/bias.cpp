// SPDX-License-Identifier: BSD-3-Clause
#include "model/bias.hpp"

#include <fmt/format.h>

#include "resunit/error.hpp"

namespace resunit {

Dataset with_constant(const Samples& samples) {
  if (samples.outputs() <= samples.inputs())
    throw DataError(fmt::format("with a bias Y needs at least {} columns, one more than X; it has {}",
                                samples.inputs() + 1, samples.outputs()));
  Dataset extended{.X = Matrix(samples.count(), samples.inputs() + 1), .Y = samples.Y};
  extended.X << samples.X, Vector::Ones(samples.count());
  return extended;
}

}  // namespace resunit
