// A point on the central path of (R1): the hinge smoothed by a logarithmic barrier on its slack.
//     f(g) = sum_i 1/2 l_i^2 - mu log phi_i,   s = Z g - t,  phi_i = (s_i + sqrt(s_i^2 + 4 mu)) / 2,  l_i = mu / phi_i
//     (Rmu) grad f = -Z'l,   Hess f = Z' diag(l / (l + phi)) Z
// phi minimises 1/2 (s - phi)^2 - mu log phi, so f is smooth and strictly convex where Z has full rank. A tiny proximal
// term mu rho/2 |g|^2 keeps the answer finite where the feasible set is unbounded. mu falls from 1 by tens, each warm
// from the last. Why: layer 1 has h >= 0, so a = 0 always minimises (R1), often alone under noise; an interior-point
// solver, like the paper's, stops on the way there, at a small a whose direction is the estimate. mu = 1e-4 follows the
// paper's noise figure best of 1e-2..1e-10 (docs/results.md). Paper: equ:layer1-QP-obj. Optimality reported: |grad f| /
// (|t| sqrt mu).
#include <Eigen/Cholesky>
#include <algorithm>
#include <cmath>
#include <limits>

#include "linalg/gram.hpp"
#include "parallel/underway.hpp"
#include "row/kernel.hpp"

namespace resunit {
namespace {

using Array = Eigen::ArrayXd;

constexpr double kProximal = 1e-8;  // rho, in units of mean t^2

class SmoothedRow {
 public:
  SmoothedRow(const Matrix& Z, const Eigen::Ref<const Vector>& t)
      : Z_(Z), t_(t), mean_square_(t.squaredNorm() / static_cast<double>(t.size())), g_(Vector::Zero(Z.cols())) {}

  RowReport run(const RowOptions& options, GramWorkspace& workspace) {
    RowReport report{.status = RowStatus::solved};
    if (mean_square_ == 0) return report;
    const double last = options.path_parameter;
    for (double mu = std::max(1.0, last); report.status == RowStatus::solved; mu = std::max(mu / 10, last)) {
      mu_ = mu * mean_square_;
      const bool is_last = mu == last;
      minimise(options, is_last, workspace, report);
      if (is_last) break;
    }
    report.objective = value_at(g_);
    return report;
  }

  const Vector& answer() const { return g_; }

 private:
  /// Damped Newton at the present mu, until f is within 1e-6 mu of its minimum; at the last mu until the gradient
  /// vanishes to a tenth of the tolerance, or no longer falls.
  void minimise(const RowOptions& options, bool is_last, GramWorkspace& workspace, RowReport& report) {
    double value = value_at(g_), least = std::numeric_limits<double>::infinity();
    for (;; ++report.iterations) {
      gradient_.noalias() = Z_.transpose() * -multipliers_.matrix();
      gradient_ += proximal() * g_;
      report.optimality = gradient_.norm() / std::sqrt(mu_ * t_.squaredNorm());
      workspace.weighted_gram(Z_, curvature_.data(), hessian_);
      hessian_.diagonal().array() += proximal() + 1e-15 * hessian_.diagonal().maxCoeff();
      step_ = Eigen::LLT<Eigen::Ref<Matrix>>(hessian_).solve(gradient_);
      const double decrement = gradient_.dot(step_);
      if (!is_last && decrement <= 1e-6 * mu_) return;
      if (is_last && report.optimality <= options.tolerance / 10) return;
      if (is_last && decrement <= 1e-12 * mu_ && report.optimality >= least) {
        if (report.optimality > options.tolerance) report.status = RowStatus::stalled;
        return;
      }
      Underway::check();
      least = std::min(least, report.optimality);
      if (report.iterations == options.max_iterations) {
        report.status = RowStatus::iteration_limit;
        return;
      }
      value = descend(value, decrement);
    }
  }

  /// Armijo's rule, halving from the full step; near the minimum, where f cannot be told apart any more, the full step.
  double descend(double value, double decrement) {
    const Vector from = g_;
    for (double length = 1; length > 1e-10; length /= 2) {
      const double next = value_at(from - length * step_);
      if (next <= value - 1e-4 * length * decrement || decrement <= 1e-9 * std::abs(value)) {
        g_ = from - length * step_;
        return next;
      }
    }
    value_at(from);
    return value;
  }

  double proximal() const { return mu_ * kProximal / mean_square_; }

  /// f at g; leaves the multipliers l and the curvatures l / (l + phi) there.
  double value_at(const Vector& g) {
    slack_.noalias() = Z_ * g - t_;
    const auto s = slack_.array();
    const Array root = (s.square() + 4 * mu_).sqrt();
    phi_ = (s > 0).select((root + s) / 2, 2 * mu_ / (root - s));  // no cancellation on either side
    multipliers_ = mu_ / phi_;
    curvature_ = multipliers_ / (multipliers_ + phi_);
    return multipliers_.square().sum() / 2 - mu_ * phi_.log().sum() + proximal() / 2 * g.squaredNorm();
  }

  const Matrix& Z_;
  const Eigen::Ref<const Vector> t_;
  double mean_square_;
  double mu_ = 1;
  Vector g_, slack_, gradient_, step_;
  Array phi_, multipliers_, curvature_;
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
