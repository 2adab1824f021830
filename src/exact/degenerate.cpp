#include "exact/degenerate.hpp"

#include <Eigen/QR>
#include <Eigen/SVD>
#include <cmath>
#include <vector>

#include "exact/tolerances.hpp"
#include "linalg/linear_program.hpp"
#include "model/random.hpp"
#include "parallel/underway.hpp"
#include "resunit/row.hpp"

namespace resunit {
namespace {

using Status = LinearProgramSolution::Status;

/// The vertex c of {Zc >= t} near a solver's answer, to rounding: where constraints are tight enough to fix it.
Vector sharpen(const Matrix& Z, const Vector& t, const Vector& c) {
  const Vector slack = Z * c - t;
  const double tie = kTie * slack.cwiseAbs().maxCoeff();
  std::vector<Index> ties;
  for (Index i = 0; i < slack.size(); ++i)
    if (slack(i) <= tie) ties.push_back(i);
  if (static_cast<Index>(ties.size()) < Z.cols()) return c;
  const Eigen::ColPivHouseholderQR<Eigen::MatrixXd> tight(Z(ties, Eigen::all));
  return tight.rank() == Z.cols() ? Vector(tight.solve(Vector(t(ties)))) : c;
}

/// b with W b = h where h > 0 and W b < 0 elsewhere: least squares on the active samples, moved within what they leave
/// free no farther than it must.
Vector activation_of(const Matrix& W, const Vector& h) {
  const double largest = h.maxCoeff();
  std::vector<Index> active, inactive;
  for (Index i = 0; i < h.size(); ++i) (h(i) > kTie * largest ? active : inactive).push_back(i);
  if (active.empty()) return Vector::Zero(W.cols());
  Eigen::JacobiSVD<Eigen::MatrixXd> svd(W(active, Eigen::all), Eigen::ComputeThinU | Eigen::ComputeFullV);
  svd.setThreshold(1e-10);
  const Vector b = svd.solve(Vector(h(active)));
  const Index free = W.cols() - svd.rank(), rest = static_cast<Index>(inactive.size());
  if (free == 0 || rest == 0) return b;

  // Unknowns p, q >= 0 and a margin in [0, 0.1% of h]: -W (b + N (p - q)) >= margin, the margin first, then |p| + |q|.
  const Eigen::MatrixXd N = svd.matrixV().rightCols(free);
  const Index margin = 2 * free;
  Matrix F = Matrix::Zero(rest + margin + 2, margin + 1);
  F.topLeftCorner(rest, free) = -W(inactive, Eigen::all) * N;
  F.block(0, free, rest, free) = -F.topLeftCorner(rest, free);
  F.col(margin).head(rest).setConstant(-1);
  F.middleRows(rest, margin + 1).setIdentity();
  F(rest + margin + 1, margin) = -1;
  Vector t = Vector::Zero(F.rows());
  t.head(rest) = W(inactive, Eigen::all) * b / largest;
  t(rest + margin + 1) = -1e-3;
  Vector cost = Vector::Ones(margin + 1);
  cost(margin) = -1e6;
  const LinearProgramSolution down = minimise_linear(cost, F, t);
  if (down.status != Status::optimal) return b;
  return b + largest * (N * (down.x.head(free) - down.x.segment(free, free)));
}

}  // namespace

bool lie_in_half_space(const Problem& problem) {
  const Matrix& W = problem.all.W;
  // Stiemke: no such a exists if some weights l > 0 have W'l = 0. The residuals of (R1) with target 1 are such weights
  // at once when the samples surround the origin evenly; otherwise a linear program decides.
  const RowsResult balance = solve_rows(RowProgram::least_squares, W, Matrix::Ones(1, W.rows()), {.threads = 1});
  const Vector l = 1 - (W * balance.C.row(0).transpose()).array();
  if (l.maxCoeff() < 1) return true;  // W c > 0 on every sample
  if (l.minCoeff() > 1e-6 && (W.transpose() * l).norm() <= 1e-10 * l.norm()) return false;
  const Vector sum = W.colwise().sum();
  Matrix F(W.rows() + 1, W.cols());
  F << W, -sum.transpose();
  Vector t = Vector::Zero(F.rows());
  t(W.rows()) = -1;  // the sum of W a is at most one: it is one where any is positive
  const LinearProgramSolution widest = minimise_linear(-sum, F, t);
  return widest.status != Status::optimal || -widest.objective > 0.5;
}

void find_vertices(const Problem& problem, const Progress& progress, FoundRows& rows) {
  const Spans& all = problem.all;
  if (all.Z.size() > kLargestProgram) return;
  const Vector cost = all.Z.colwise().sum();
  for (const Index j : std::vector<Index>(rows.open())) {
    if (progress) progress("vertices", static_cast<double>(j) / static_cast<double>(problem.inputs_count()));
    Underway::check();
    const LinearProgramSolution vertex = minimise_linear(cost, all.Z, all.X.col(j));
    if (vertex.status != Status::optimal) continue;
    const Vector h = (all.Z * sharpen(all.Z, all.X.col(j), vertex.x) - all.X.col(j)).cwiseMax(0.0);
    const Index ties = (h.array() <= kTie * h.maxCoeff()).count();
    if (ties < all.Z.cols() + kSpare) continue;  // every vertex has as many as Z has columns: no evidence
    const Vector b = activation_of(all.W, h);
    if (!rows.accept(j, b)) rows.keep(j, b);
  }
}

void complete_linear_rows(const Problem& problem, Random& random, FoundRows& rows) {
  const Spans& all = problem.all;
  const Matrix V = all.Z * rows.linear_outputs();
  if (V.cols() == 0) return;
  for (const Index j : std::vector<Index>(rows.open()))
    for (int attempt = 0; attempt < 4 && !rows.row(j); ++attempt) {
      Underway::check();
      Vector weights(V.rows());
      for (double& weight : weights) weight = random.uniform();
      const LinearProgramSolution vertex = minimise_linear(V.transpose() * weights, V, all.X.col(j));
      if (vertex.status == Status::optimal) rows.keep(j, all.W.transpose() * (V * vertex.x - all.X.col(j)));
    }
}

}  // namespace resunit
