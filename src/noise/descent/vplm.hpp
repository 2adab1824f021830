// SPDX-License-Identifier: BSD-3-Clause
// Variable projection with Levenberg-Marquardt: a minimum of the projected loss near a given A.
//     while a step decreases f:   (Hess + lambda diag(h)) p = -g,   A <- A + p                                 (N-VPLM)
//     lambda by the ratio of the decrease to the predicted one
// The loss never increases. Marquardt 1963; the elimination of layer 2: projection.hpp, the Hessian: kaufman.hpp.
#pragma once

#include <span>

#include "noise/descent/projection.hpp"

namespace resunit {

struct VplmOptions {
  Family family = Family::unit;
  int max_steps = 200;
  double tolerance = 1e-8;  ///< two consecutive accepted steps with f_old - f <= tolerance * f end the run
  double damping = 1e-3;    ///< the first lambda, relative to the diagonal of the Hessian
};

struct VplmResult {
  Matrix A;
  Matrix B;  ///< of the unit, or [V, W] of the relaxed model
  double loss = 0;
  int steps = 0;  ///< accepted ones
};

VplmResult vplm(const UnitSamples& samples, Matrix A, const VplmOptions& options = {});

/// A checkpoint of a descent: it continues after `steps` further steps only if the loss is below limit * reference.
struct Checkpoint {
  int steps = 0;
  double limit = 0;
};
/// A descent through checkpoints, each part starting with options.damping; the loss is infinite if it was stopped.
VplmResult vplm_with_checkpoints(const UnitSamples& samples, Matrix A, std::span<const Checkpoint> checkpoints,
                                 double reference, VplmOptions options);

}  // namespace resunit
