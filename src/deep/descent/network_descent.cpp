// SPDX-License-Identifier: BSD-3-Clause
#include "deep/descent/network_descent.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "deep/descent/projected_hessian.hpp"
#include "linalg/norms.hpp"
#include "linalg/tiled_cholesky.hpp"
#include "parallel/progress_scope.hpp"

namespace resunit {
namespace {

constexpr int kTrials = 10;     ///< values of lambda tried for one step
constexpr int kSmallSteps = 3;  ///< consecutive small steps that end the run

// lambda, relative to the diagonal of the Hessian, and its changes.
constexpr double kSmallestDamping = 1e-14, kSmallestAfterFailure = 1e-12;
constexpr double kAfterFailure = 8;                   ///< factor after a step that does not decrease the loss
constexpr double kGoodRatio = 0.75, kAfterGood = 10;  ///< decrease relative to the predicted one; divisor above it
constexpr double kPoorRatio = 0.25, kAfterPoor = 4;   ///< the same; factor below it

/// Smallest entries of the scaling h, relative to the largest diagonal entry of the Hessian.
constexpr double kSmallestScale = 1e-6, kSmallestScaleExact = 1e-8;

/// n p^2 from which the work is divided among threads; below it, starting them costs more than it gains.
constexpr double kWorkForThreads = 1e8;

class Descent {
 public:
  Descent(NetworkFamily family, const ColumnSamples& samples, HiddenWeights start, const NetworkDescentOptions& options)
      : samples_(samples),
        options_(options),
        shape_(family, samples.X.cols(), start),
        threads_(is_large() ? options.threads : 1),
        hessian_(shape_, threads_),
        lambda_(options.damping) {
    now_.weights = std::move(start);
    if (shape_.relaxed()) normalize_rows(shape_.inputs, now_.weights);
    evaluate(shape_, samples_, now_);
  }

  LayersMinimum run() {
    const double scale = samples_.Y.squaredNorm() / (2 * static_cast<double>(samples_.count()));
    int steps = 0;
    for (int small = 0; steps < options_.max_steps && small < kSmallSteps && now_.loss > options_.target * scale;) {
      const double before = now_.loss;
      if (!std::isfinite(before) || !improve()) break;
      ++steps;
      small = before - now_.loss < options_.tolerance * now_.loss ? small + 1 : 0;
    }
    return {.weights = std::move(now_.weights),
            .last = now_.Theta.transpose(),
            .relative_loss = scale > 0 ? now_.loss / scale : 0.0,
            .steps = steps};
  }

 private:
  bool is_large() const {
    const auto p = static_cast<double>(shape_.unknowns());
    return p * p * static_cast<double>(samples_.count()) >= kWorkForThreads;
  }

  /// Takes the step of the first lambda, in increasing order, that decreases the loss; false if there is none.
  bool improve() {
    hessian_.assemble(now_);
    const Vector diagonal = hessian_.hessian().diagonal();
    const Vector h = diagonal.cwiseMax((shape_.relaxed() ? kSmallestScale : kSmallestScaleExact) * diagonal.maxCoeff());
    for (int trial = 0; trial < kTrials; ++trial) {
      check_cancelled();
      if (solve(h) && step_decreases_loss()) {
        adapt_damping(h);
        std::swap(now_, next_);
        return true;
      }
      lambda_ = std::max(lambda_ * kAfterFailure, kSmallestAfterFailure);
    }
    return false;
  }

  bool solve(const Vector& h) {
    factor_ = hessian_.hessian();
    factor_.diagonal() += lambda_ * h;
    if (!factor_cholesky(factor_, threads_)) return false;
    step_ = -hessian_.gradient();
    solve_cholesky(factor_, step_);
    return true;
  }

  bool step_decreases_loss() {
    next_.weights = now_.weights;
    for (Index l = 0; l < shape_.hidden(); ++l) {
      Matrix& V = next_.weights[static_cast<std::size_t>(l)];
      V += Eigen::Map<const Matrix>(step_.data() + shape_.first_unknown(l), V.rows(), V.cols());
    }
    if (shape_.relaxed()) normalize_rows(shape_.inputs, next_.weights);
    evaluate(shape_, samples_, next_);
    return next_.loss < now_.loss;
  }

  /// By the ratio of the decrease to the predicted one, -g'p - p'Hess p / 2 = (p'Hess p)/2 + lambda p'diag(h)p.
  void adapt_damping(const Vector& h) {
    const double slope = hessian_.gradient().dot(step_);
    const double curvature = -slope - lambda_ * step_.cwiseProduct(h).dot(step_);
    const double ratio = (now_.loss - next_.loss) / std::max(-slope - curvature / 2, kSmallestDivisor);
    if (ratio > kGoodRatio) lambda_ = std::max(lambda_ / kAfterGood, kSmallestDamping);
    if (ratio < kPoorRatio) lambda_ *= kAfterPoor;
  }

  const ColumnSamples& samples_;
  NetworkDescentOptions options_;
  NetworkShape shape_;
  int threads_;
  ProjectedHessian hessian_;
  double lambda_;
  NetworkState now_, next_;
  Eigen::MatrixXd factor_;
  Vector step_;
};

}  // namespace

void normalize_rows(Index inputs, HiddenWeights& weights) {
  Index column = inputs;
  for (std::size_t l = 0; l < weights.size(); ++l) {
    const Vector lengths = weights[l].rowwise().norm().cwiseMax(kSmallestDivisor);
    weights[l].array().colwise() /= lengths.array();
    for (std::size_t k = l + 1; k < weights.size(); ++k)
      weights[k].middleCols(column, lengths.size()).array().rowwise() *= lengths.transpose().array();
    column += lengths.size();
  }
}

LayersMinimum descend(NetworkFamily family, const ColumnSamples& samples, HiddenWeights start,
                      const NetworkDescentOptions& options) {
  return Descent(family, samples, std::move(start), options).run();
}

double relative_loss(NetworkFamily family, const ColumnSamples& samples, const HiddenWeights& weights) {
  NetworkState state{.weights = weights};
  const NetworkShape shape(family, samples.X.cols(), weights);
  evaluate(shape, samples, state);
  const double squares = samples.Y.squaredNorm();
  return squares > 0 ? state.loss * 2 * static_cast<double>(samples.count()) / squares : 0.0;
}

NetworkMinimum minimize_loss(const Samples& samples, const Network& start, const NetworkDescentOptions& options) {
  HiddenWeights hidden(start.weights.begin(), start.weights.end() - 1);
  LayersMinimum minimum = descend(NetworkFamily::exact, by_columns(samples), std::move(hidden), options);
  NetworkMinimum result{.relative_loss = minimum.relative_loss, .steps = minimum.steps};
  result.network.weights = std::move(minimum.weights);
  result.network.weights.push_back(std::move(minimum.last));
  return result;
}

}  // namespace resunit
