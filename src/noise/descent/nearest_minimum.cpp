// SPDX-License-Identifier: BSD-3-Clause
#include "noise/descent/nearest_minimum.hpp"

#include <utility>

#include "model/bias.hpp"
#include "model/unit_parts.hpp"
#include "noise/descent/vplm.hpp"
#include "noise/standardize.hpp"

namespace resunit {

Unit nearest_minimum(const Samples& all, const Unit& unit, Bias bias) {
  const Samples samples = bias == Bias::none ? all : without_constant_output(all);
  const Standardized standardized = standardize(samples);
  const UnitSamples scaled(standardized.samples, bias);
  VplmResult minimum = vplm(scaled, standardized.scaled_layer1(unit.A).topRows(scaled.neurons()));
  const Matrix E = (samples.Y - forward(unit, samples.X).leftCols(samples.outputs())) *
                   standardized.output_scale.cwiseInverse().asDiagonal();
  const double before = E.squaredNorm() / (2 * static_cast<double>(samples.count()));
  if (!(minimum.loss < before)) return unit;
  Unit found = standardized.original(scaled.unit(std::move(minimum.A), std::move(minimum.B)));
  return bias == Bias::none ? found : with_constant_output(std::move(found));
}

}  // namespace resunit
