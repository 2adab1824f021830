// SPDX-License-Identifier: BSD-3-Clause
// A primal-dual interior-point method for the one-sided absolute deviation, all rows of a block simultaneously.
//     min_g 1'u,     Z g + u - s = t,   u, s >= 0                                                    (R2), docs/math.md
//     max_a t'a,     Z'a = 0,   a + b = 1,   a, b >= 0                      the dual: quantile regression at tau = 1
//     s a = mu,   u b = mu                                                  on the central path
// With v = t - Z g the start u, s = v^+, v^- (plus a margin) is primal feasible, and so are all iterates; Mehrotra's
// predictor-corrector method drives Z'a and mu to zero (the Frisch-Newton method of Portnoy and Koenker). A step solves
//     (Z' diag(q) Z) dg = rhs,   1/q = u/b + s/a.
// The products of Z with the vectors of all open rows are one matrix product; the loops over the samples of a row are
// in absolute_steps.cpp. When the samples whose multipliers stay strictly between their bounds can be identified, a
// solve on them gives the vertex, with a certificate of optimality.
// Paper: equ:layer2-LP-obj-noisy with zeta_i = max(0, x_i - c y_i) substituted.
// Optimality reported: (primal - dual) / 1'|t|.
#include <Eigen/Cholesky>
#include <Eigen/QR>
#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>
#include <utility>
#include <vector>

#include "linalg/gram.hpp"
#include "linalg/indexing.hpp"
#include "parallel/progress_scope.hpp"
#include "row/absolute_steps.hpp"
#include "row/kernel.hpp"
#include "row/ties.hpp"

namespace resunit {
namespace {

// Thresholds of the optimality, which is the duality gap over 1'|t|.
constexpr double kNearVertex = 1e-5;  ///< the ties of a vertex may be identified below it
constexpr double kAtVertex = 1e-8;    ///< any number of ties is accepted below it: without noise there are many
constexpr double kSolved = 1e-3;      ///< a row ends at it, relative to RowOptions::tolerance

/// Per column of Z, above kAtVertex: with more ties the iterate is not yet near a vertex, and a solve costs as much as
/// a step.
constexpr Index kMaxTiesPerColumn = 4;
constexpr double kToBoundary = 0.9995;  ///< largest step, relative to the distance to the nearest bound
constexpr double kSmallestStep = 1e-8;  ///< relative to a full Newton step: the path is stuck below it
constexpr double kStartMargin = 0.1;    ///< of u and s at the start, relative to mean |v|
constexpr double kGramRidge = 1e-14;    ///< relative to the largest diagonal entry of Z' diag(q) Z

/// The largest step length in (0, 1] that stays within the bound, by the factor kToBoundary.
double step_to(double bound) {
  return std::min(1.0, kToBoundary * bound);
}

/// The interior-point iteration of one row.
class Path {
 public:
  Path(const Matrix& Z, const Eigen::Ref<const Vector>& t, Index row, const Eigen::Ref<const Vector>& g)
      : row_(row), Z_(Z), t_(t), g_(g), total_(t.lpNorm<1>()), state_(t.size()) {}

  Index row() const { return row_; }
  const Vector& answer() const { return g_; }
  const double* multipliers() const { return state_.a.data(); }

  /// v: the residuals at the start. False if the target is zero, which g = 0 solves.
  bool begin(const double* v) {
    const Eigen::Map<const Eigen::ArrayXd> residuals(v, t_.size());
    const double margin = kStartMargin * residuals.abs().mean() + kEpsilon * total_;
    state_.u = residuals.max(0.0) + margin;
    state_.s = (-residuals).max(0.0) + margin;
    return total_ > 0;
  }

  /// True if the row is finished; v are the residuals, `infeasibility` is Z'a.
  bool finished(const double* v, const Eigen::Ref<const Vector>& infeasibility, const RowOptions& options,
                RowReport& report) {
    infeasibility_ = infeasibility;
    const Gap gap = measure_gap(t_.data(), v, state_);
    report.objective = gap.primal;
    const double distance = std::max(gap.primal - gap.dual, infeasibility_.norm());
    report.optimality = std::min(distance, gap.primal) / total_;  // a = 0 bounds the minimum by zero
    mu_ = gap.complementarity / static_cast<double>(2 * t_.size());
    const bool done = report.optimality <= kSolved * options.tolerance ||
                      (report.optimality <= kNearVertex && snap_to_vertex(options, report)) ||
                      mu_ <= kEpsilon * scale() || stuck_ || report.iterations == options.max_iterations;
    if (!done) {
      ++report.iterations;
      return false;
    }
    report.status = report.optimality <= options.tolerance        ? RowStatus::solved
                    : report.iterations == options.max_iterations ? RowStatus::iteration_limit
                                                                  : RowStatus::stalled;
    return true;
  }

  /// The weights q, the factor of Z'qZ, and q (u - s) for the predictor's right-hand side.
  void prepare(GramWorkspace& workspace, double* rhs) {
    weigh(state_, rhs);
    workspace.weighted_gram(Z_, state_.q.data(), gram_);
    gram_.diagonal().array() += kGramRidge * gram_.diagonal().maxCoeff();
    cholesky_.compute(Eigen::Map<const Eigen::MatrixXd>(gram_.data(), gram_.rows(), gram_.cols()));
    stuck_ = cholesky_.info() != Eigen::Success;
  }

  /// The step in g for the right-hand side Z'rhs.
  Vector direction(const Eigen::Ref<const Vector>& rhs) const { return cholesky_.solve(infeasibility_ + rhs); }

  /// `image` = Z dg of the predictor, overwritten by the right-hand side of the corrector.
  void predict(double* image) {
    const Prediction ahead = predict_step(state_, image);
    const double primal = step_to(ahead.primal_bound), dual = step_to(ahead.dual_bound);
    const double predicted = ahead.complementarity(primal, dual) / static_cast<double>(2 * t_.size());
    correct_target(state_, mu_ * std::pow(predicted / mu_, 3), image);
  }

  /// Takes the step dg, whose image is Z dg.
  void advance(const Vector& dg, const double* image) {
    if (stuck_) return;
    const Bounds bounds = find_step(state_, image);
    const double primal = step_to(bounds.primal), dual = step_to(bounds.dual);
    take_step(primal, dual, state_);
    g_ += primal * dg;
    stuck_ = !(std::max(primal, dual) > kSmallestStep && g_.allFinite());
  }

 private:
  /// Samples with a strictly between its bounds are tied at an optimum. The point at which all of them are tied is the
  /// exact solution if the multipliers with Z_ties' a = -sum_{v > 0} z_i are between the bounds.
  bool snap_to_vertex(const RowOptions& options, RowReport& report) {
    std::vector<int> ties;
    for (Index i = 0; i < t_.size(); ++i)
      if (state_.u(i) < state_.b(i) * scale() && state_.s(i) < state_.a(i) * scale())
        ties.push_back(static_cast<int>(i));
    const bool too_many = std::ssize(ties) > kMaxTiesPerColumn * Z_.cols() && report.optimality > kAtVertex;
    if (std::ssize(ties) < Z_.cols() || too_many) return false;

    const Vector g = solve_ties(Z_, t_, ties, g_);
    Vector v = t_ - Z_ * g;
    const double rest = v(ties).cwiseAbs().maxCoeff();
    v(ties).setZero();
    const Vector balance = -(Z_.transpose() * (v.array() > 0).cast<double>().matrix());
    const Eigen::MatrixXd tied = Z_(ties, kAll).transpose();
    const Vector a = Eigen::CompleteOrthogonalDecomposition<Eigen::MatrixXd>(tied).solve(balance);
    const double imbalance = (tied * a - balance).norm();
    const double outside = std::max({0.0, -a.minCoeff(), a.maxCoeff() - 1});
    const double optimality =
        std::max({rest * static_cast<double>(ties.size()), imbalance, outside * scale()}) / total_;
    if (!(optimality <= kSolved * options.tolerance)) return false;
    g_ = g;
    report.optimality = optimality;
    report.objective = v.cwiseMax(0.0).sum();
    return true;
  }

  /// Mean |t_i|: residuals relative to it are compared with multipliers.
  double scale() const { return total_ / static_cast<double>(t_.size()); }

  Index row_;
  const Matrix& Z_;
  const Eigen::Ref<const Vector> t_;
  Vector g_;
  double total_, mu_ = 0;
  bool stuck_ = false;
  PathState state_;
  Vector infeasibility_;
  Matrix gram_;
  /// Of gram_ read as column-major, which saves LAPACK a transposition.
  Eigen::LLT<Eigen::MatrixXd, Eigen::Upper> cholesky_;
};

class Paths {
 public:
  Paths(RowBlock& block, const RowOptions& options)
      : block_(block),
        options_(options),
        images_(block.T.rows(), block.Z.rows()),
        steps_(block.T.rows(), block.Z.cols()) {}

  void run() {
    start();
    while (!open_.empty()) {
      check_cancelled();
      find_residuals();
      close_finished();
      find_predictor();
      find_corrector();
    }
  }

 private:
  Index count() const { return std::ssize(open_); }
  double* image(Index k) { return images_.row(k).data(); }

  void start() {
    block_.G.noalias() = block_.T * block_.Z;
    images_ = block_.T - block_.G * block_.Z.transpose();
    for (Index j = 0; j < block_.T.rows(); ++j) {
      auto path = std::make_unique<Path>(block_.Z, block_.T.row(j).transpose(), j, block_.G.row(j).transpose());
      block_.reports[j] = {.status = RowStatus::solved};
      if (path->begin(image(j))) open_.push_back(std::move(path));
    }
  }

  /// Z'a of all open rows in infeasibilities_, then V = T - G Z' in images_.
  void find_residuals() {
    for (Index k = 0; k < count(); ++k) std::copy_n(open_[k]->multipliers(), block_.Z.rows(), image(k));
    infeasibilities_ = images_.topRows(count()) * block_.Z;
    for (Index k = 0; k < count(); ++k) {
      steps_.row(k) = open_[k]->answer().transpose();
      images_.row(k) = block_.T.row(open_[k]->row());
    }
    images_.topRows(count()).noalias() -= steps_.topRows(count()) * block_.Z.transpose();
  }

  void close_finished() {
    std::vector<std::unique_ptr<Path>> left;
    for (Index k = 0; k < count(); ++k) {
      Path& path = *open_[k];
      if (path.finished(image(k), infeasibilities_.row(k).transpose(), options_, block_.reports[path.row()]))
        block_.G.row(path.row()) = path.answer().transpose();
      else
        left.push_back(std::move(open_[k]));
    }
    open_ = std::move(left);
  }

  void find_predictor() {
    for (Index k = 0; k < count(); ++k) open_[k]->prepare(workspace_, image(k));
    solve();
    for (Index k = 0; k < count(); ++k) open_[k]->predict(image(k));
  }

  void find_corrector() {
    solve();
    for (Index k = 0; k < count(); ++k) open_[k]->advance(steps_.row(k).transpose(), image(k));
  }

  /// From the right-hand sides in images_ to the steps dg in steps_ and their images Z dg in images_.
  void solve() {
    if (open_.empty()) return;
    steps_.topRows(count()).noalias() = images_.topRows(count()) * block_.Z;
    for (Index k = 0; k < count(); ++k) steps_.row(k) = open_[k]->direction(steps_.row(k).transpose()).transpose();
    images_.topRows(count()).noalias() = steps_.topRows(count()) * block_.Z.transpose();
  }

  RowBlock& block_;
  const RowOptions& options_;
  GramWorkspace workspace_;
  std::vector<std::unique_ptr<Path>> open_;
  Matrix images_;           ///< b x n: factors and results of products with Z
  Matrix steps_;            ///< b x r
  Matrix infeasibilities_;  ///< b x r
};

}  // namespace

void absolute_hinge(RowBlock& block, const RowOptions& options) {
  Paths(block, options).run();
}

}  // namespace resunit
