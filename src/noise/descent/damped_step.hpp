// SPDX-License-Identifier: BSD-3-Clause
// One damped Gauss-Newton step of the projected loss, in two ways.
//     (Hess + lambda diag(h)) p = -g,   h = max(diag Hess, 1e-8 max diag Hess)                                 (N-step)
//     predicted decrease of the loss:  -g'p - p'Hess p / 2
// DenseStep factors the d^2 x d^2 matrix; ConjugateStep never forms it and is faster for d >= 12
// (docs/journal/noise_study.md).
#pragma once

#include <memory>

#include "noise/descent/projection.hpp"

namespace resunit {

struct Step {
  Matrix p;              ///< in the shape of A
  double predicted = 0;  ///< decrease of the loss by the quadratic model
};

class DampedStep {
 public:
  virtual ~DampedStep() = default;
  /// Prepares the system at A, where `at` is its projection.
  virtual void assemble(const Matrix& A, const Projection& at) = 0;
  /// The step for one lambda; false if the matrix is not positive definite in floating-point arithmetic.
  virtual bool solve(double lambda, Step& step) = 0;
};

/// Accuracy of steps within an iteration: residual relative to the right-hand side, in the preconditioned norm.
inline constexpr double kLooseStep = 0.1;

std::unique_ptr<DampedStep> dense_step(Family family, const UnitSamples& samples);
std::unique_ptr<DampedStep> conjugate_step(const UnitSamples& samples, double accuracy);  ///< of either family
/// The faster one for the number of inputs.
std::unique_ptr<DampedStep> damped_step(Family family, const UnitSamples& samples, double accuracy = kLooseStep);

/// Entries of diag Hess are at least this, relative to the largest entry, in the damping.
inline constexpr double kSmallestCurvature = 1e-8;

}  // namespace resunit
