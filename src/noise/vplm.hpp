// Variable projection with Levenberg-Marquardt: a minimum of the projected loss near a given A.
//     while some step lowers f:   (Hess + lambda diag(h)) p = -g,   A <- A + p                               (N-VPLM)
//     lambda by the ratio of decrease to prediction
// The loss never rises. Marquardt 1963; the elimination of layer 2: projection.hpp, the Hessian: kaufman.hpp.
#pragma once

#include <span>

#include "noise/projection.hpp"

namespace resunit {

struct VplmOptions {
  Family family = Family::unit;
  int max_steps = 200;
  double tolerance = 1e-8;  ///< two accepted steps in a row with f_old - f <= tolerance * f end the run
  double damping = 1e-3;    ///< the first lambda
};

struct VplmResult {
  Matrix A;
  Matrix B;  ///< m x d, or [V, W], m x 2d, of the relaxed model
  double loss = 0;
  int steps = 0;  ///< accepted ones
};

VplmResult vplm(const Samples& samples, Matrix A, const VplmOptions& options = {});

/// After so many further steps the loss must be below so many times a reference, or the descent is given up.
struct Hurdle {
  int steps = 0;
  double limit = 0;
};
/// A descent over hurdles, each starting with options.damping; the loss is infinite where it was given up.
VplmResult follow(const Samples& samples, Matrix A, std::span<const Hurdle> hurdles, double reference,
                  VplmOptions options);

}  // namespace resunit
