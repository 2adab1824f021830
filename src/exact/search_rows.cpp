// SPDX-License-Identifier: BSD-3-Clause
// Search K for the neurons of a few open rows.
//     p = u^+, m = u^-:   p in span L, L = [X_K, Y],   p - m = u in span X,   p, m >= 0, p o m = 0 (S_K)
// P1 projects onto both subspaces simultaneously, by the precomputed inverse of
//     [ 2 I   -L'W ] [alpha]   [ L'(p + m) ]
//     [-W'L     I  ] [gamma] = [ -W'm      ],     p <- L alpha,  m <- L alpha - W gamma
// P2 is complementarity: the larger of p and m is kept if positive, and the other is set to zero.
#include <Eigen/LU>
#include <algorithm>
#include <cmath>

#include "exact/candidates.hpp"
#include "exact/search.hpp"
#include "exact/tolerances.hpp"
#include "linalg/indexing.hpp"
#include "parallel/progress_scope.hpp"

namespace resunit {
namespace {

constexpr float kBetaOfRows[6] = {.97f, .97f, .97f, .9f, .97f, .985f};
constexpr double kShare[4] = {.25, .25, .125, .5};  ///< number of rows searched simultaneously, relative to n - 2d
constexpr int kMaxFailedRows = 40;                  ///< consecutive blocks without a row
constexpr int kFirstRowSteps = 200,
              kMaxRowSteps = 3200;  ///< RAAR steps; doubled after every second block without a row

constexpr float kSmallestSquare = 1e-30f;  ///< absolute; keeps the quotient of a column of zeros finite

class RowNeuronSearch {
 public:
  RowNeuronSearch(const Spans& subset, const std::vector<Index>& K) : W_(subset.W.cast<float>()) {
    Matrix together(subset.count(), static_cast<Index>(K.size()) + subset.Z.cols());
    together << subset.X(kAll, K), subset.Z;
    const Matrix L = orthonormal_basis(together, kInputRank).Z;
    const Index l = L.cols(), rho = subset.W.cols();
    const Matrix LW = L.transpose() * subset.W;
    Eigen::MatrixXd system = Eigen::MatrixXd::Identity(l + rho, l + rho);
    system.topLeftCorner(l, l) *= 2;
    system.topRightCorner(l, rho) = -LW;
    system.bottomLeftCorner(rho, l) = -LW.transpose();
    inverse_ = system.inverse().cast<float>();
    L_ = L.cast<float>();
  }

  bool is_proper() const { return L_.cols() < L_.rows() - 1; }

  double step_cost() const {
    return 6.0 * static_cast<double>(L_.size() + W_.size()) + 2.0 * static_cast<double>(inverse_.size());
  }

  double run(const Block& b, int steps, float beta, CandidateList& candidates, const FoundRows& rows) {
    const Index starts = b.cols();
    p_ = (W_ * b).cwiseMax(0.f);
    m_ = (-(W_ * b)).cwiseMax(0.f);
    normalize();
    double work = 0;
    for (int step = 1; step <= steps && p_.cols() > 0; ++step) {
      check_cancelled();
      project();
      work += static_cast<double>(p_.cols());
      if (step % kStepsBetweenChecks == 0 || step == steps) {
        const std::vector<Index> keep = candidates.update(misfit(), solution_.bottomRows(W_.cols()));
        if (rows.complete()) break;
        if (static_cast<Index>(keep.size()) < p_.cols()) {
          if (keep.empty() || (static_cast<Index>(keep.size()) <= starts / 8 && step < steps / 2)) break;
          for (Block* block : {&p_, &m_, &q1_, &q2_}) keep_columns(keep, *block);
        }
      }
      reflect(beta);
    }
    return work;
  }

 private:
  void project() {
    const Index l = L_.cols();
    right_.resize(l + W_.cols(), p_.cols());
    right_.topRows(l).noalias() = L_.transpose() * (p_ + m_);
    right_.bottomRows(W_.cols()).noalias() = -(W_.transpose() * m_);
    solution_.noalias() = inverse_ * right_;
    q1_.noalias() = L_ * solution_.topRows(l);
    u_.noalias() = W_ * solution_.bottomRows(W_.cols());
    q2_ = q1_ - u_;
  }

  /// The squared norm of u^+ outside span L, relative to its total; -1 for u of one sign.
  BlockRow misfit() {
    const Block h = u_.cwiseMax(0.f);
    const BlockRow hh = h.colwise().squaredNorm().transpose();
    BlockRow misfit = 1 - (L_.transpose() * h).colwise().squaredNorm().transpose().array() / hh.max(kSmallestSquare);
    misfit = misfit.max(0.f);
    for (Index k = 0; k < misfit.size(); ++k)
      if (hh(k) == 0 || u_.col(k).minCoeff() >= 0) misfit(k) = -1;
    return misfit;
  }

  void reflect(float beta) {
    const auto r1 = (2 * q1_ - p_).array().eval();
    const auto r2 = (2 * q2_ - m_).array().eval();
    const auto first = (r1 >= r2).eval();
    p_ = beta * (p_ - q1_) + (1 - beta) * q1_;
    m_ = beta * (m_ - q2_) + (1 - beta) * q2_;
    p_.array() += beta * first.select(r1.max(0.f), 0.f);
    m_.array() += beta * first.select(0.f, r2.max(0.f));
    normalize();
  }

  void normalize() {
    const Eigen::RowVectorXf length = (p_.colwise().squaredNorm() + m_.colwise().squaredNorm()).cwiseSqrt();
    p_ *= length.cwiseInverse().asDiagonal();
    m_ *= length.cwiseInverse().asDiagonal();
  }

  Block W_, L_, inverse_;
  Block p_, m_, q1_, q2_, u_, right_, solution_;
};

Block random_starts(Index rho, Index count, Random& random) {
  Block b(rho, count);
  for (float& entry : b.reshaped()) entry = static_cast<float>(random.normal());
  return b;
}

}  // namespace

void search_rows(const ExactProblem& problem, const SearchBudget& budget, const Progress& progress, Random& random,
                 FoundRows& rows) {
  const Index spare = problem.search_subset.count() - 2 * problem.inputs_count();
  double spent = 0;
  for (int fails = 0; fails < kMaxFailedRows && spent < budget.operations;) {
    if (rows.complete() || rows.rest_is_linear()) return;
    const auto open = static_cast<Index>(rows.open().size());
    if (progress) progress("search", 1 - static_cast<double>(open) / static_cast<double>(problem.inputs_count()));

    const Index k = std::clamp<Index>(static_cast<Index>(kShare[fails % 4] * static_cast<double>(spare)), 1,
                                      std::min(open, std::max<Index>(1, spare - 2)));
    std::vector<Index> K = rows.open();
    random.shuffle(K);
    K.resize(k);
    RowNeuronSearch neurons(problem.search_subset, K);
    if (!neurons.is_proper()) return;
    const Index count = std::clamp<Index>(5 * k / 4, 16, 64);
    CandidateList candidates(rows, count);
    const Block starts = random_starts(problem.rank_inputs(), count, random);
    spent += neurons.step_cost() * neurons.run(starts, std::min(kFirstRowSteps << std::min(fails / 2, 4), kMaxRowSteps),
                                               kBetaOfRows[fails % 6], candidates, rows);
    if (candidates.found()) spent = 0;
    fails = candidates.found() ? 0 : fails + 1;
  }
}

}  // namespace resunit
