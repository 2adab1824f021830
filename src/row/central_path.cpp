// SPDX-License-Identifier: BSD-3-Clause
// A point on the central path of (R1): the hinge smoothed by a logarithmic barrier on its slack.
//     f(g) = sum_i 1/2 l_i^2 - mu log phi_i,   s = Z g - t                                                        (Rmu)
//     phi_i = (s_i + sqrt(s_i^2 + 4 mu)) / 2,   l_i = mu / phi_i
//     grad f = -Z'l,   Hess f = Z' diag(l / (l + phi)) Z
// phi minimizes 1/2 (s - phi)^2 - mu log phi, so f is smooth, and strictly convex if Z has full rank. A small proximal
// term mu rho/2 |g|^2 keeps the solution finite if the feasible set is unbounded. mu decreases from 1 by factors of
// ten, each minimization starting from the previous solution.
// Why a barrier: layer 1 has h >= 0, so a = 0 always minimizes (R1), and under noise it is often the only minimizer. An
// interior-point solver such as the paper's stops before it reaches a = 0, at a small a whose direction is the
// estimate. mu = 1e-4 reproduces the paper's noise figure best among 1e-2 .. 1e-10 (docs/results.md).
// Paper: equ:layer1-QP-obj.
// Optimality reported: |grad f| / (|t| sqrt mu).
#include <Eigen/Cholesky>
#include <algorithm>
#include <cmath>
#include <limits>

#include "linalg/gram.hpp"
#include "parallel/progress_scope.hpp"
#include "row/kernel.hpp"
#include "row/smoothed_hinge.hpp"

namespace resunit {
namespace {

constexpr double kHessianRidge = 1e-15;  ///< relative to the largest diagonal entry of the Hessian

constexpr double kPathFactor = 10;  ///< between two values of mu

// Newton decrements (twice the excess of f over its minimum), relative to mu.
constexpr double kOnPath = 1e-6;       ///< at which the next mu starts
constexpr double kAtRounding = 1e-12;  ///< at which a gradient that no longer decreases is at rounding error

// The line search.
constexpr double kArmijo = 1e-4;             ///< required decrease, relative to that of the linear model
constexpr double kShortestLength = 1e-10;    ///< relative to a full Newton step
constexpr double kIndistinguishable = 1e-9;  ///< decrements at or below this, relative to |f|: rounding error of f

class SmoothedRow {
 public:
  SmoothedRow(const Matrix& Z, const Eigen::Ref<const Vector>& t)
      : Z_(Z), t_(t), mean_square_(t.squaredNorm() / static_cast<double>(t.size())), g_(Vector::Zero(Z.cols())) {}

  RowReport run(const RowOptions& options, GramWorkspace& workspace) {
    RowReport report{.status = RowStatus::solved};
    if (mean_square_ == 0) return report;
    const double last = options.path_parameter;
    for (double mu = std::max(1.0, last); report.status == RowStatus::solved; mu = std::max(mu / kPathFactor, last)) {
      mu_ = mu * mean_square_;
      const bool is_last = mu == last;
      minimize(options, is_last, workspace, report);
      if (is_last) break;
    }
    report.objective = value_at(g_);
    return report;
  }

  const Vector& answer() const { return g_; }

 private:
  /// Damped Newton at the current mu, until the decrement is at most kOnPath mu; at the last mu until the optimality is
  /// at most a tenth of the tolerance, or no longer decreases.
  void minimize(const RowOptions& options, bool is_last, GramWorkspace& workspace, RowReport& report) {
    double value = value_at(g_), least = std::numeric_limits<double>::infinity();
    for (;; ++report.iterations) {
      gradient_.noalias() = Z_.transpose() * -hinge_.multipliers().matrix();
      gradient_ += proximal() * g_;
      report.optimality = gradient_.norm() / std::sqrt(mu_ * t_.squaredNorm());
      workspace.weighted_gram(Z_, hinge_.curvatures().data(), hessian_);
      hessian_.diagonal().array() += proximal() + kHessianRidge * hessian_.diagonal().maxCoeff();
      step_ = Eigen::LLT<Eigen::Ref<Matrix>>(hessian_).solve(gradient_);
      const double decrement = gradient_.dot(step_);
      if (!is_last && decrement <= kOnPath * mu_) return;
      if (is_last && report.optimality <= options.tolerance / kInnerMargin) return;
      if (is_last && decrement <= kAtRounding * mu_ && report.optimality >= least) {
        if (report.optimality > options.tolerance) report.status = RowStatus::stalled;
        return;
      }
      check_cancelled();
      least = std::min(least, report.optimality);
      if (report.iterations == options.max_iterations) {
        report.status = RowStatus::iteration_limit;
        return;
      }
      value = descend(value, decrement);
    }
  }

  /// Armijo's rule, halving from the full step; near the minimum, where the decrease is below the rounding error of f,
  /// the full step.
  double descend(double value, double decrement) {
    const Vector from = g_;
    for (double length = 1; length > kShortestLength; length /= 2) {
      const double next = value_at(from - length * step_);
      if (next <= value - kArmijo * length * decrement || decrement <= kIndistinguishable * std::abs(value)) {
        g_ = from - length * step_;
        return next;
      }
    }
    value_at(from);
    return value;
  }

  double proximal() const { return mu_ * kProximalWeight / mean_square_; }

  /// f at g; sets the multipliers l and the curvatures l / (l + phi) at g.
  double value_at(const Vector& g) {
    slack_.noalias() = Z_ * g - t_;
    return hinge_.evaluate(slack_.array(), mu_) + proximal() / 2 * g.squaredNorm();
  }

  const Matrix& Z_;
  const Eigen::Ref<const Vector> t_;
  double mean_square_;
  double mu_ = 1;
  Vector g_, slack_, gradient_, step_;
  SmoothedHinge hinge_;
  Matrix hessian_;
};

}  // namespace

void central_path(RowBlock& block, const RowOptions& options) {
  GramWorkspace workspace;
  for (Index j = 0; j < block.T.rows(); ++j) {
    SmoothedRow row(block.Z, block.T.row(j).transpose());
    block.reports[j] = row.run(options, workspace);
    block.G.row(j) = row.answer();
  }
}

}  // namespace resunit
