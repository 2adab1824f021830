#include "noise/nearest_minimum.hpp"

#include "noise/standardise.hpp"
#include "noise/vplm.hpp"

namespace resunit {

Unit nearest_minimum(const Samples& samples, const Unit& unit) {
  const Standardised natural = standardise(samples);
  const VplmResult minimum = vplm(natural.samples, natural.scaled_layer1(unit.A));
  const double scale = natural.output_scale;
  const double before =
      (samples.Y / scale - predict(unit, samples.X) / scale).squaredNorm() / (2 * static_cast<double>(samples.count()));
  return minimum.loss < before ? natural.original({.A = minimum.A, .B = minimum.B}) : unit;
}

}  // namespace resunit
