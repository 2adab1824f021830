// A primal-dual interior point for the one-sided absolute deviation, all rows of a block in step.
//     min_g 1'u,     Z g + u - s = t,  u, s >= 0                                            (R2), docs/math.md
//     max_a t'a,     Z'a = 0,  a + b = 1,  a, b >= 0          (quantile regression at tau = 1; Frisch-Newton of Portnoy
//     and Koenker) s a = mu,  u b = mu                                      on the central path
// With v = t - Z g the start u, s = v^+, v^- (plus a margin) is primal feasible and every step keeps it so; Mehrotra's
// predictor-corrector drives Z'a and mu to zero. One step solves  (Z' diag(q) Z) dg = rhs,  1/q = u/b + s/a.
// Once the samples that the path leaves at neither bound show, a solve on them ends it at a vertex, with a proof of
// optimality. Paper: equ:layer2-LP-obj-noisy with zeta_i = max(0, x_i - c y_i) substituted. Optimality reported:
// (primal - dual) / 1'|t|.
#include <Eigen/Cholesky>
#include <Eigen/QR>
#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>
#include <vector>

#include "linalg/gram.hpp"
#include "linalg/simd.hpp"
#include "parallel/underway.hpp"
#include "row/kernel.hpp"
#include "row/ties.hpp"

namespace resunit {
namespace {

using Array = Eigen::ArrayXd;

constexpr double kEpsilon = std::numeric_limits<double>::epsilon();
constexpr double kNearVertex = 1e-5;    // optimality from which the ties of a vertex may show
constexpr double kToBoundary = 0.9995;  // the share of the way to the nearest bound that a step may go

/// The largest step with x + step * dx >= 0.
RESUNIT_MULTIVERSION
double bound_ahead(const double* x, const double* dx, Index n) {
  double step = std::numeric_limits<double>::infinity();
#pragma omp simd reduction(min : step)
  for (Index i = 0; i < n; ++i) {
    const double ahead = dx[i] < 0 ? -x[i] / dx[i] : std::numeric_limits<double>::infinity();
    step = ahead < step ? ahead : step;
  }
  return step;
}

/// The largest step in (0, 1] that keeps x + step * dx >= 0, stopping short of the bound.
double step_to_bound(const Array& x, const Array& dx) {
  return std::min(1.0, kToBoundary * bound_ahead(x.data(), dx.data(), x.size()));
}

/// One row on its way.
class Path {
 public:
  Path(const Matrix& Z, const Eigen::Ref<const Vector>& t, const RowOptions& options)
      : Z_(Z),
        t_(t),
        options_(options),
        g_(Z.transpose() * t),
        v_(t - Z * g_),
        a_(Array::Constant(t.size(), 0.5)),
        b_(a_),
        total_(t.lpNorm<1>()) {
    const double margin = 0.1 * v_.cwiseAbs().mean() + kEpsilon * total_;
    u_ = v_.array().max(0.0) + margin;
    s_ = (-v_.array()).max(0.0) + margin;
  }

  RowReport run(GramWorkspace& workspace) {
    RowReport report;
    if (total_ == 0) return {.status = RowStatus::solved};
    for (;; ++report.iterations) {
      Underway::check();
      v_.noalias() = t_ - Z_ * g_;
      infeasibility_.noalias() = Z_.transpose() * a_.matrix();
      report.objective = v_.cwiseMax(0.0).sum();
      const double gap = std::max(report.objective - t_.dot(a_.matrix()), infeasibility_.norm());
      report.optimality = std::min(gap, report.objective) / total_;  // a = 0 bounds the minimum by zero
      if (report.optimality <= 1e-3 * options_.tolerance) break;
      if (report.optimality <= kNearVertex && snap_to_vertex(report)) break;
      const bool end_of_path = complementarity(0, 0) <= kEpsilon * scale();
      if (end_of_path || report.iterations == options_.max_iterations || !step(workspace)) break;
    }
    report.status = report.optimality <= options_.tolerance        ? RowStatus::solved
                    : report.iterations == options_.max_iterations ? RowStatus::iteration_limit
                                                                   : RowStatus::stalled;
    return report;
  }

  const Vector& answer() const { return g_; }

 private:
  /// One predictor-corrector step; false where the system is no longer solvable or nothing moves.
  bool step(GramWorkspace& workspace) {
    q_ = (u_ / b_ + s_ / a_).inverse();
    workspace.weighted_gram(Z_, q_.data(), gram_);
    gram_.diagonal().array() += 1e-14 * gram_.diagonal().maxCoeff();
    cholesky_.compute(gram_);
    if (cholesky_.info() != Eigen::Success) return false;

    const double mu = complementarity(0, 0);
    direction(Array::Zero(t_.size()), Array::Zero(t_.size()));
    const double predicted = complementarity(primal_step(), dual_step());
    const double centred = mu * std::pow(predicted / mu, 3);
    direction(centred - da_ * ds_, centred + da_ * du_);

    const double primal = primal_step(), dual = dual_step();
    g_ += primal * dg_;
    u_ += primal * du_;
    s_ += primal * ds_;
    a_ += dual * da_;
    b_ -= dual * da_;
    return std::max(primal, dual) > 1e-8 && g_.allFinite();
  }

  /// Solves for (dg, da, ds, du) with the products s a and u b driven to `target_sa` and `target_ub`.
  void direction(const Array& target_sa, const Array& target_ub) {
    rest_ = u_ - s_ - target_ub / b_ + target_sa / a_;
    dg_.noalias() = Z_.transpose() * (q_ * rest_).matrix();
    dg_ += infeasibility_;
    cholesky_.solveInPlace(dg_);
    image_.noalias() = Z_ * dg_;
    da_ = q_ * (rest_ - image_.array());
    ds_ = (target_sa - s_ * da_) / a_ - s_;
    du_ = (target_ub + u_ * da_) / b_ - u_;
  }

  double primal_step() const { return std::min(step_to_bound(u_, du_), step_to_bound(s_, ds_)); }
  double dual_step() const { return std::min(step_to_bound(a_, da_), step_to_bound(b_, -da_)); }

  /// The mean of s a and u b after steps of these lengths.
  double complementarity(double primal, double dual) const {
    const double sum =
        ((s_ + primal * ds_) * (a_ + dual * da_)).sum() + ((u_ + primal * du_) * (b_ - dual * da_)).sum();
    return sum / static_cast<double>(2 * t_.size());
  }

  /// Samples strictly between the bounds of a are tied at an optimum. The point where they all are is optimal if the
  /// multipliers that balance the samples above zero, Z_ties' a = -sum_{v > 0} z_i, lie between the bounds: then the
  /// path ends here, exactly.
  bool snap_to_vertex(RowReport& report) {
    std::vector<int> ties;
    for (Index i = 0; i < t_.size(); ++i)
      if (u_(i) < b_(i) * scale() && s_(i) < a_(i) * scale()) ties.push_back(static_cast<int>(i));
    if (static_cast<Index>(ties.size()) < Z_.cols()) return false;

    const Vector g = solve_ties(Z_, t_, ties, g_);
    Vector v = t_ - Z_ * g;
    const double rest = v(ties).cwiseAbs().maxCoeff();
    v(ties).setZero();
    const Vector balance = -(Z_.transpose() * (v.array() > 0).cast<double>().matrix());
    const Eigen::MatrixXd tied = Z_(ties, Eigen::all).transpose();
    const Vector a = Eigen::CompleteOrthogonalDecomposition<Eigen::MatrixXd>(tied).solve(balance);
    const double imbalance = (tied * a - balance).norm();
    const double outside = std::max({0.0, -a.minCoeff(), a.maxCoeff() - 1});
    const double optimality =
        std::max({rest * static_cast<double>(ties.size()), imbalance, outside * scale()}) / total_;
    if (!(optimality <= 1e-3 * options_.tolerance)) return false;
    g_ = g;
    report.optimality = optimality;
    report.objective = v.cwiseMax(0.0).sum();
    return true;
  }

  /// Residuals and multipliers are compared in this unit.
  double scale() const { return total_ / static_cast<double>(t_.size()); }

  const Matrix& Z_;
  const Eigen::Ref<const Vector> t_;
  const RowOptions& options_;
  Vector g_, v_;
  Array a_, b_, u_, s_;
  double total_;
  Vector infeasibility_, dg_, image_;
  Array q_, rest_, da_ = Array::Zero(t_.size()), ds_ = Array::Zero(t_.size()), du_ = Array::Zero(t_.size());
  Matrix gram_;
  Eigen::LLT<Matrix> cholesky_;
};

}  // namespace

void absolute_hinge(RowBlock& block, const RowOptions& options) {
  GramWorkspace workspace;
  for (Index j = 0; j < block.T.rows(); ++j) {
    Path path(block.Z, block.T.row(j).transpose(), options);
    block.reports[j] = path.run(workspace);
    block.G.row(j) = path.answer();
  }
}

}  // namespace resunit
