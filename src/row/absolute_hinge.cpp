// A primal-dual interior point for the one-sided absolute deviation, all rows of a block in step.
//     min_g 1'u,     Z g + u - s = t,  u, s >= 0                                            (R2), docs/math.md
//     max_a t'a,     Z'a = 0,  a + b = 1,  a, b >= 0          (quantile regression at tau = 1; Frisch-Newton of Portnoy
//     and Koenker) s a = mu,  u b = mu                                      on the central path
// With v = t - Z g the start u, s = v^+, v^- (plus a margin) is primal feasible and every step keeps it so; Mehrotra's
// predictor-corrector drives Z'a and mu to zero. One step solves  (Z' diag(q) Z) dg = rhs,  1/q = u/b + s/a.
// Products with Z of all open rows are one product each; the loops over a row's samples are in absolute_steps.cpp.
// Once the samples that the path leaves at neither bound show, a solve on them ends it at a vertex, with a proof of
// optimality. Paper: equ:layer2-LP-obj-noisy with zeta_i = max(0, x_i - c y_i) substituted. Optimality reported:
// (primal - dual) / 1'|t|.
#include <Eigen/Cholesky>
#include <Eigen/QR>
#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>
#include <utility>
#include <vector>

#include "linalg/gram.hpp"
#include "parallel/underway.hpp"
#include "row/absolute_steps.hpp"
#include "row/kernel.hpp"
#include "row/ties.hpp"

namespace resunit {
namespace {

constexpr double kEpsilon = std::numeric_limits<double>::epsilon();
constexpr double kNearVertex = 1e-5;  // optimality from which the ties of a vertex may show
constexpr double kAtVertex = 1e-8;  // optimality from which any number of them is believed: without noise they are many
constexpr Index kMostTies = 4;      // a column of Z, before: more show no vertex yet, and cost as much as a step
constexpr double kToBoundary = 0.9995;  // the share of the way to the nearest bound that a step may go
constexpr double kSmallestStep = 1e-8;  // below, nothing moves any more

/// The largest step in (0, 1] up to a bound, stopping short of it.
double step_to(double bound) {
  return std::min(1.0, kToBoundary * bound);
}

/// One row on its way.
class Path {
 public:
  Path(const Matrix& Z, const Eigen::Ref<const Vector>& t, Index row, const Eigen::Ref<const Vector>& g)
      : row_(row), Z_(Z), t_(t), g_(g), total_(t.lpNorm<1>()), state_(t.size()) {}

  Index row() const { return row_; }
  const Vector& answer() const { return g_; }
  const double* multipliers() const { return state_.a.data(); }

  /// v: the residuals of the start. False where the row is zero, and solved by g = 0.
  bool begin(const double* v) {
    const Eigen::Map<const Eigen::ArrayXd> residuals(v, t_.size());
    const double margin = 0.1 * residuals.abs().mean() + kEpsilon * total_;
    state_.u = residuals.max(0.0) + margin;
    state_.s = (-residuals).max(0.0) + margin;
    return total_ > 0;
  }

  /// Is the row done, with residuals v and Z'a there?
  bool finished(const double* v, const Eigen::Ref<const Vector>& infeasibility, const RowOptions& options,
                RowReport& report) {
    infeasibility_ = infeasibility;
    const Gap gap = measure_gap(t_.data(), v, state_);
    report.objective = gap.primal;
    const double distance = std::max(gap.primal - gap.dual, infeasibility_.norm());
    report.optimality = std::min(distance, gap.primal) / total_;  // a = 0 bounds the minimum by zero
    mu_ = gap.complementarity / static_cast<double>(2 * t_.size());
    const bool done = report.optimality <= 1e-3 * options.tolerance ||
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
    gram_.diagonal().array() += 1e-14 * gram_.diagonal().maxCoeff();
    cholesky_.compute(Eigen::Map<const Eigen::MatrixXd>(gram_.data(), gram_.rows(), gram_.cols()));
    stuck_ = cholesky_.info() != Eigen::Success;
  }

  /// From Z'rhs to the step in g.
  Vector direction(const Eigen::Ref<const Vector>& rhs) const { return cholesky_.solve(infeasibility_ + rhs); }

  /// `image` = Z dg of the predictor: leaves the right-hand side of the corrector in its place.
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
  /// Samples strictly between the bounds of a are tied at an optimum. The point where they all are is optimal if the
  /// multipliers that balance the samples above zero, Z_ties' a = -sum_{v > 0} z_i, lie between the bounds: then the
  /// path ends here, exactly.
  bool snap_to_vertex(const RowOptions& options, RowReport& report) {
    std::vector<int> ties;
    for (Index i = 0; i < t_.size(); ++i)
      if (state_.u(i) < state_.b(i) * scale() && state_.s(i) < state_.a(i) * scale())
        ties.push_back(static_cast<int>(i));
    const bool too_many = std::ssize(ties) > kMostTies * Z_.cols() && report.optimality > kAtVertex;
    if (std::ssize(ties) < Z_.cols() || too_many) return false;

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
    if (!(optimality <= 1e-3 * options.tolerance)) return false;
    g_ = g;
    report.optimality = optimality;
    report.objective = v.cwiseMax(0.0).sum();
    return true;
  }

  /// Residuals and multipliers are compared in this unit.
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
  Eigen::LLT<Eigen::MatrixXd, Eigen::Upper>
      cholesky_;  ///< of gram_ seen by columns: LAPACK then need not turn it round
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
      Underway::check();
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

  /// Z'a of all open rows in steps_, then V = T - G Z' in images_.
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

  /// From right-hand sides to steps and their images Z dg.
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
  Matrix images_;           ///< b x n: what is multiplied with Z, and images of it
  Matrix steps_;            ///< b x r
  Matrix infeasibilities_;  ///< b x r
};

}  // namespace

void absolute_hinge(RowBlock& block, const RowOptions& options) {
  Paths(block, options).run();
}

}  // namespace resunit
