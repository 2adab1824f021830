#include "noise/nearest_minimum.hpp"

#include "noise/standardise.hpp"
#include "noise/vplm.hpp"

namespace resunit {

Unit nearest_minimum(const Samples& samples, const Unit& unit) {
  const Standardised natural = standardise(samples);
  const VplmResult minimum = vplm(natural.samples, natural.scaled_layer1(unit.A));
  const Matrix left = (samples.Y - predict(unit, samples.X)) * natural.output_scale.cwiseInverse().asDiagonal();
  const double before = left.squaredNorm() / (2 * static_cast<double>(samples.count()));
  return minimum.loss < before ? natural.original({.A = minimum.A, .B = minimum.B}) : unit;
}

}  // namespace resunit
