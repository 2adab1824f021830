#include "noise/vplm.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "noise/damped_step.hpp"
#include "parallel/underway.hpp"

namespace resunit {
namespace {

constexpr int kTrials = 12;                ///< lambdas tried for one step
constexpr int kSmallSteps = 2;             ///< in a row end the run
constexpr double kSmallestDamping = 1e-7;  ///< smaller is felt by no step, and the way back up costs trials

class Descent {
 public:
  Descent(const Samples& samples, Matrix A, const VplmOptions& options)
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
      return {.A = std::move(A_), .B = std::move(now_.B), .loss = now_.loss};  // no normal equations
    while (steps < options_.max_steps && small < kSmallSteps && now_.loss > 0) {
      const double before = now_.loss;
      if (!descend()) break;
      ++steps;
      small = before - now_.loss <= options_.tolerance * now_.loss ? small + 1 : 0;
    }
    return {.A = std::move(A_), .B = std::move(now_.B), .loss = now_.loss, .steps = steps};
  }

 private:
  /// The first lambda, rising, whose step lowers the loss.
  bool descend() {
    system_->assemble(A_, now_);
    for (int trial = 0; trial < kTrials; ++trial) {
      Underway::check();
      if (system_->solve(lambda_, step_)) {
        trial_A_ = A_ + step_.p;
        project(options_.family, samples_, trial_A_, next_);
        if (next_.loss < now_.loss) {
          accept();
          return true;
        }
      }
      lambda_ *= 8;
    }
    return false;
  }

  void accept() {
    const double ratio = (now_.loss - next_.loss) / std::max(step_.predicted, 1e-300);
    if (ratio > 0.75) lambda_ /= 10;
    if (ratio < 0.25) lambda_ *= 4;
    lambda_ = std::max(lambda_, kSmallestDamping);
    std::swap(A_, trial_A_);
    std::swap(now_, next_);
    if (options_.family == Family::relaxed) normalise_lines();
  }

  /// The length of a line is free, |c u x| = c |u x|: drift is undone before it harms the conditioning.
  void normalise_lines() {
    const Vector lengths = A_.rowwise().norm();
    if (lengths.maxCoeff() < 30 && lengths.minCoeff() > 0.03) return;
    A_.array().colwise() /= lengths.array().max(1e-300);
    project(options_.family, samples_, A_, now_);
  }

  Samples samples_;
  VplmOptions options_;
  Matrix A_, trial_A_;
  double lambda_;
  std::unique_ptr<DampedStep> system_;
  Projection now_, next_;
  Step step_;
};

}  // namespace

VplmResult vplm(const Samples& samples, Matrix A, const VplmOptions& options) {
  return Descent(samples, std::move(A), options).run();
}

VplmResult follow(const Samples& samples, Matrix A, std::span<const Hurdle> hurdles, double reference,
                  VplmOptions options) {
  VplmResult result{.A = std::move(A)};
  for (const auto [steps, limit] : hurdles) {
    options.max_steps = steps;
    result = vplm(samples, std::move(result.A), options);
    if (result.loss < limit * reference) continue;
    result.loss = std::numeric_limits<double>::infinity();
    break;
  }
  return result;
}

}  // namespace resunit
