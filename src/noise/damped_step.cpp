#include "noise/damped_step.hpp"

namespace resunit {
namespace {

constexpr Index kConjugateFrom = 12;  ///< inputs from which the dense Hessian costs more (docs/noise.md)

}  // namespace

std::unique_ptr<DampedStep> damped_step(Family family, const Samples& samples, double accuracy) {
  return samples.inputs() < kConjugateFrom ? dense_step(family, samples) : conjugate_step(samples, accuracy);
}

}  // namespace resunit
