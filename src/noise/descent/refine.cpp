// SPDX-License-Identifier: BSD-3-Clause
#include "noise/descent/refine.hpp"

#include <utility>

#include "noise/descent/damped_step.hpp"

namespace resunit {
namespace {

constexpr int kSteps = 3;
constexpr int kRefinements = 2;
constexpr double kAccuracy = 1e-6;  ///< of a step, in the preconditioned norm: three steps reach rounding error

/// B += ((R'R)^-1 R'E)', E = Y - R B'.
void refine_layer2(const UnitSamples& samples, Projection& at) {
  for (int pass = 0; pass < kRefinements; ++pass) {
    at.B += at.normal.solve(at.R.transpose() * at.E).transpose();
    at.E = samples.Y;
    at.E.noalias() -= at.R * at.B.transpose();
  }
  at.loss = at.E.squaredNorm() / (2 * static_cast<double>(samples.count()));
}

}  // namespace

Unit refine(const UnitSamples& samples, const Unit& unit) {
  const auto system = damped_step(Family::unit, samples, kAccuracy);
  Projection at;
  Step step;
  Matrix A = unit.A.topRows(samples.neurons());
  Unit best = unit;
  double lowest = 0;
  for (int k = 0; k <= kSteps; ++k) {
    project(Family::unit, samples, A, at);
    refine_layer2(samples, at);
    if (k == 0 || at.loss < lowest) {
      best = samples.unit(A, at.B);
      lowest = at.loss;
    }
    if (k == kSteps) break;
    system->assemble(A, at);
    if (!system->solve(0, step)) break;
    A += step.p;
  }
  return best;
}

}  // namespace resunit
