// SPDX-License-Identifier: BSD-3-Clause
#include "exact/vertex_rows.hpp"

#include <Eigen/QR>
#include <Eigen/SVD>
#include <cmath>
#include <vector>

#include "exact/tolerances.hpp"
#include "linalg/indexing.hpp"
#include "linalg/linear_program.hpp"
#include "parallel/progress_scope.hpp"

namespace resunit {
namespace {

constexpr double kMargin = 1e-3;       ///< relative to the largest h: required slack of the inactive samples
constexpr double kMarginReward = 1e6;  ///< relative to the cost of |p| + |q|: the margin has priority

/// The vertex c of {Zc >= t} near a solution of Clp, accurate to rounding error; c itself if the tight constraints do
/// not identify a vertex.
Vector refine_vertex(const Matrix& Z, const Vector& t, const Vector& c) {
  const Vector slack = Z * c - t;
  const double tie = kTie * slack.cwiseAbs().maxCoeff();
  std::vector<Index> ties;
  for (Index i = 0; i < slack.size(); ++i)
    if (slack(i) <= tie) ties.push_back(i);
  if (static_cast<Index>(ties.size()) < Z.cols()) return c;
  const Eigen::ColPivHouseholderQR<Eigen::MatrixXd> tight(Z(ties, kAll));
  return tight.rank() == Z.cols() ? Vector(tight.solve(Vector(t(ties)))) : c;
}

/// The b with W b = h on the samples with h > 0 and W b < 0 on the others: least squares on the active samples, plus
/// the smallest vector of their null space for which the other samples are inactive.
Vector activation_of(const Matrix& W, const Vector& h) {
  const double largest = h.maxCoeff();
  std::vector<Index> active, inactive;
  for (Index i = 0; i < h.size(); ++i) (h(i) > kTie * largest ? active : inactive).push_back(i);
  if (active.empty()) return Vector::Zero(W.cols());
  Eigen::JacobiSVD<Eigen::MatrixXd> svd(Eigen::MatrixXd(W(active, kAll)), Eigen::ComputeThinU | Eigen::ComputeFullV);
  svd.setThreshold(kPatternRank);
  const Vector b = svd.solve(Vector(h(active)));
  const Index free = W.cols() - svd.rank(), rest = static_cast<Index>(inactive.size());
  if (free == 0 || rest == 0) return b;

  // Unknowns p, q >= 0 and a margin in [0, 0.1% of h]: -W (b + N (p - q)) >= margin; maximize the margin, then minimize
  // |p| + |q|.
  const Eigen::MatrixXd N = svd.matrixV().rightCols(free);
  const Index margin = 2 * free;
  Matrix F = Matrix::Zero(rest + margin + 2, margin + 1);
  F.topLeftCorner(rest, free) = -W(inactive, kAll) * N;
  F.block(0, free, rest, free) = -F.topLeftCorner(rest, free);
  F.col(margin).head(rest).setConstant(-1);
  F.middleRows(rest, margin + 1).setIdentity();
  F(rest + margin + 1, margin) = -1;
  Vector t = Vector::Zero(F.rows());
  t.head(rest) = W(inactive, kAll) * b / largest;
  t(rest + margin + 1) = -kMargin;
  Vector cost = Vector::Ones(margin + 1);
  cost(margin) = -kMarginReward;
  const LinearProgramSolution down = minimize_linear(cost, F, t);
  if (down.status != LinearProgramSolution::Status::optimal) return b;
  return b + largest * (N * (down.x.head(free) - down.x.segment(free, free)));
}

}  // namespace

void find_vertex_rows(const ExactProblem& problem, const Progress& progress, FoundRows& rows) {
  const Spans& all = problem.working_set;
  if (all.Z.size() > kMaxProgramEntries) return;
  const Vector cost = all.Z.colwise().sum();
  for (const Index j : std::vector<Index>(rows.open())) {
    if (progress) progress("vertices", static_cast<double>(j) / static_cast<double>(problem.inputs_count()));
    check_cancelled();
    const LinearProgramSolution vertex = minimize_linear(cost, all.Z, all.X.col(j));
    if (vertex.status != LinearProgramSolution::Status::optimal) continue;
    const Vector h = (all.Z * refine_vertex(all.Z, all.X.col(j), vertex.x) - all.X.col(j)).cwiseMax(0.0);
    const Index ties = (h.array() <= kTie * h.maxCoeff()).count();
    if (ties < all.Z.cols() + kSpare) continue;  // every vertex has as many ties as Z has columns: no evidence
    const Vector b = activation_of(all.W, h);
    if (!rows.accept(j, b)) rows.keep(j, b);
  }
}

}  // namespace resunit
