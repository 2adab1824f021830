// SPDX-License-Identifier: BSD-3-Clause
#include "noise/descent/vplm.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "linalg/norms.hpp"
#include "noise/descent/damped_step.hpp"
#include "parallel/progress_scope.hpp"

namespace resunit {
namespace {

constexpr int kTrials = 12;     ///< values of lambda tried for one step
constexpr int kSmallSteps = 2;  ///< consecutive small steps that end the run

// lambda, relative to the diagonal of the Hessian, and its changes.
constexpr double kSmallestDamping = 1e-7;  ///< smaller values have no effect, and increasing them again costs trials
constexpr double kAfterFailure = 8;        ///< factor after a step that does not decrease the loss
constexpr double kGoodRatio = 0.75, kAfterGood = 10;  ///< decrease relative to the predicted one; divisor above it
constexpr double kPoorRatio = 0.25, kAfterPoor = 4;   ///< the same; factor below it

/// Norms of the lines of the relaxed model, relative to 1, outside which all are normalized.
constexpr double kShortestLine = 0.03, kLongestLine = 30;

class Descent {
 public:
  Descent(const UnitSamples& samples, Matrix A, const VplmOptions& options)
      : samples_(samples),
        options_(options),
        A_(std::move(A)),
        lambda_(options.damping),
        system_(damped_step(options.family, samples)) {
    project(options.family, samples_, A_, now_);
  }

  VplmResult run() {
    int steps = 0, small = 0;
    if (!std::isfinite(now_.loss))
      return {.A = std::move(A_), .B = std::move(now_.B), .loss = now_.loss};  // R'R has no Cholesky factor
    while (steps < options_.max_steps && small < kSmallSteps && now_.loss > 0) {
      const double before = now_.loss;
      if (!descend()) break;
      ++steps;
      small = before - now_.loss <= options_.tolerance * now_.loss ? small + 1 : 0;
    }
    return {.A = std::move(A_), .B = std::move(now_.B), .loss = now_.loss, .steps = steps};
  }

 private:
  /// Takes the step of the first lambda, in increasing order, that decreases the loss; false if there is none.
  bool descend() {
    system_->assemble(A_, now_);
    for (int trial = 0; trial < kTrials; ++trial) {
      check_cancelled();
      if (system_->solve(lambda_, step_)) {
        trial_A_ = A_ + step_.p;
        project(options_.family, samples_, trial_A_, next_);
        if (next_.loss < now_.loss) {
          accept();
          return true;
        }
      }
      lambda_ *= kAfterFailure;
    }
    return false;
  }

  void accept() {
    const double ratio = (now_.loss - next_.loss) / std::max(step_.predicted, kSmallestDivisor);
    if (ratio > kGoodRatio) lambda_ /= kAfterGood;
    if (ratio < kPoorRatio) lambda_ *= kAfterPoor;
    lambda_ = std::max(lambda_, kSmallestDamping);
    std::swap(A_, trial_A_);
    std::swap(now_, next_);
    if (options_.family == Family::relaxed) normalize_lines();
  }

  /// The norm of a line is arbitrary, |c u x| = c |u x|: lines are normalized before their norms harm the conditioning.
  void normalize_lines() {
    const Vector lengths = A_.rowwise().norm();
    if (lengths.maxCoeff() < kLongestLine && lengths.minCoeff() > kShortestLine) return;
    A_.array().colwise() /= lengths.array().max(kSmallestDivisor);
    project(options_.family, samples_, A_, now_);
  }

  UnitSamples samples_;
  VplmOptions options_;
  Matrix A_, trial_A_;
  double lambda_;
  std::unique_ptr<DampedStep> system_;
  Projection now_, next_;
  Step step_;
};

}  // namespace

VplmResult vplm(const UnitSamples& samples, Matrix A, const VplmOptions& options) {
  return Descent(samples, std::move(A), options).run();
}

VplmResult vplm_with_checkpoints(const UnitSamples& samples, Matrix A, std::span<const Checkpoint> checkpoints,
                                 double reference, VplmOptions options) {
  VplmResult result{.A = std::move(A)};
  for (const auto [steps, limit] : checkpoints) {
    options.max_steps = steps;
    result = vplm(samples, std::move(result.A), options);
    if (result.loss < limit * reference) continue;
    result.loss = std::numeric_limits<double>::infinity();
    break;
  }
  return result;
}

}  // namespace resunit
