// SPDX-License-Identifier: BSD-3-Clause
// Search S for any neuron.
//     z = W b,  |z| in span G,  G = [X, Y]:   P1 z = WW'z,   P2 z = sign(z) o GG'|z|                             (S1)
// Starting points are spectral and deflated: for v in span G orthogonal to X and to every found |X a_k|, the extreme
// eigenvectors of W' diag(v) W are correlated with the neurons that contribute to v. Half of random starting points
// would find known rows again.
#include <Eigen/Eigenvalues>
#include <Eigen/QR>
#include <algorithm>
#include <cmath>

#include "exact/candidates.hpp"
#include "exact/search.hpp"
#include "linalg/project_out.hpp"
#include "parallel/progress_scope.hpp"

namespace resunit {
namespace {

constexpr int kMaxFailedBlocks = 6;
constexpr int kFirstSteps = 300;  ///< RAAR steps; doubled after every second block without a row
constexpr float kBetaOfAnyNeuron[kMaxFailedBlocks] = {.8f, .9f, .8f, .9f, .95f, .8f};
constexpr Index kMinStarts = 8, kMaxStarts = 64;
constexpr double kStartPairs = .8;     ///< pairs of starting points per open row
constexpr double kOutputPivot = 1e-6;  ///< absolute, for unit columns: smallest pivot of outputs outside span X
constexpr double kKnownPivot = 1e-7;   ///< absolute, for unit columns: smallest pivot of known neurons

class AnyNeuronSearch {
 public:
  AnyNeuronSearch(const Spans& subset, Random& random)
      : random_(random),
        W_(subset.W),
        G2_(orthonormal_columns(project_out(subset.W, subset.Z), kOutputPivot)),
        W32_(subset.W.cast<float>()),
        G32_(subset.count(), W_.cols() + G2_.cols()) {
    G32_ << W32_, G2_.cast<float>();
  }

  /// Floating-point operations of one step for one starting point.
  double step_cost() const { return 4.0 * static_cast<double>(W32_.size() + G32_.size()); }

  /// Starting points b as columns, rho x `count` (rounded up to whole groups of eigenvectors). `second_too`: also the
  /// second-largest and second-smallest eigenvectors.
  Block starts(const Eigen::MatrixXd& known, Index count, bool second_too) {
    const Eigen::MatrixXd old = (W_ * known).cwiseAbs();
    const Eigen::MatrixXd deflated = orthonormal_columns(G2_.transpose() * old, kKnownPivot);
    const Index rho = W_.cols(), each = second_too && rho > 3 ? 4 : 2;
    Block b(rho, (count + each - 1) / each * each);
    for (Index first = 0; first < b.cols(); first += each) {
      check_cancelled();
      const Block vectors = eigenvectors(weights_away_from(deflated));
      b.col(first) = vectors.col(0);
      b.col(first + 1) = vectors.col(rho - 1);
      if (each == 4) {
        b.col(first + 2) = vectors.col(1);
        b.col(first + 3) = vectors.col(rho - 2);
      }
    }
    return b;
  }

  bool can_deflate(const Eigen::MatrixXd& known) const { return G2_.cols() > known.cols(); }

  /// At most `steps` steps from the starting points b; returns the number of steps, summed over the columns.
  double run(const Block& b, int steps, float beta, CandidateList& candidates, const FoundRows& rows) {
    Block z = W32_ * b;
    z.colwise().normalize();
    const Index few = z.cols() / 8;
    double work = 0;
    for (int step = 1; step <= steps && z.cols() > 0; ++step) {
      check_cancelled();
      c_.noalias() = W32_.transpose() * z;
      p1_.noalias() = W32_ * c_;
      work += static_cast<double>(z.cols());
      if (step % kStepsBetweenChecks == 0 || step == steps) {
        const std::vector<Index> keep = candidates.update(misfit(), c_);
        if (rows.complete()) break;
        if (static_cast<Index>(keep.size()) < z.cols()) {
          if (static_cast<Index>(keep.size()) <= few) break;
          keep_columns(keep, z);
          keep_columns(keep, p1_);
        }
      }
      advance(beta, z);
    }
    return work;
  }

 private:
  /// A random vector of span G orthogonal to X and to the known neurons.
  Eigen::VectorXf weights_away_from(const Eigen::MatrixXd& deflated) {
    Vector z(G2_.cols());
    for (double& entry : z) entry = random_.normal();
    z -= deflated * (deflated.transpose() * z);
    return (G2_ * z).cast<float>();
  }

  Block eigenvectors(const Eigen::VectorXf& v) const {
    const Block M = W32_.transpose() * (v.asDiagonal() * W32_);
    return Eigen::SelfAdjointEigenSolver<Block>(M).eigenvectors();
  }

  /// The squared norm of |P1 z| outside span G, relative to its total; -1 for a column of one sign, a trivial solution
  /// of (S1).
  BlockRow misfit() const {
    const Block magnitude = p1_.cwiseAbs();
    BlockRow misfit = 1 - (G32_.transpose() * magnitude).colwise().squaredNorm().array().transpose() /
                              magnitude.colwise().squaredNorm().array().transpose();
    for (Index k = 0; k < misfit.size(); ++k)
      if (p1_.col(k).minCoeff() > 0 || p1_.col(k).maxCoeff() < 0)
        misfit(k) = -1;
      else
        misfit(k) = std::max(misfit(k), 0.f);
    return misfit;
  }

  void advance(float beta, Block& z) {
    reflected_ = 2 * p1_ - z;
    magnitude_ = reflected_.cwiseAbs();
    t_.noalias() = G32_.transpose() * magnitude_;
    p2_.noalias() = G32_ * t_;
    p2_ = (reflected_.array() < 0).select(-p2_, p2_);
    z = beta * (z + p2_) + (1 - 2 * beta) * p1_;
    z.colwise().normalize();
  }

  Random& random_;
  const Matrix& W_;
  const Eigen::MatrixXd G2_;  ///< orthonormal basis of the complement of span X in span[X, Y]
  const Block W32_;
  Block G32_;  ///< orthonormal basis of span[X, Y]
  Block c_, p1_, reflected_, magnitude_, t_, p2_;
};

}  // namespace

void search_any(const ExactProblem& problem, const SearchBudget& budget, const Progress& progress, Random& random,
                FoundRows& rows) {
  AnyNeuronSearch neurons(problem.search_subset, random);
  double spent = 0;
  for (int fails = 0; fails < kMaxFailedBlocks && spent < budget.operations;) {
    if (rows.known_directions().cols() == 0 && fails >= budget.first_blocks) return;
    if (rows.complete() || rows.rest_is_linear() || !neurons.can_deflate(rows.known_directions())) return;
    const auto open = static_cast<double>(rows.open().size());
    if (progress) progress("search", 1 - open / static_cast<double>(problem.inputs_count()));

    const Index count = std::clamp<Index>(2 * std::llround(std::ceil(kStartPairs * open)), kMinStarts, kMaxStarts);
    const Block starts = neurons.starts(rows.known_directions(), count, fails >= 2);
    CandidateList candidates(rows, starts.cols());
    spent += neurons.step_cost() *
             neurons.run(starts, kFirstSteps << (fails / 2), kBetaOfAnyNeuron[fails], candidates, rows);
    if (candidates.found()) spent = 0;
    fails = candidates.found() ? 0 : fails + 1;
  }
}

}  // namespace resunit
