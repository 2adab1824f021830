// SPDX-License-Identifier: BSD-3-Clause
#include "noise/descent/nearest_minimum.hpp"

#include "model/unit_parts.hpp"
#include "noise/descent/vplm.hpp"
#include "noise/standardize.hpp"

namespace resunit {

Unit nearest_minimum(const Samples& samples, const Unit& unit) {
  const Standardized standardized = standardize(samples);
  const VplmResult minimum = vplm(standardized.samples, standardized.scaled_layer1(unit.A));
  const Matrix E = (samples.Y - forward(unit, samples.X)) * standardized.output_scale.cwiseInverse().asDiagonal();
  const double before = E.squaredNorm() / (2 * static_cast<double>(samples.count()));
  return minimum.loss < before ? standardized.original({.A = minimum.A, .B = minimum.B}) : unit;
}

}  // namespace resunit
