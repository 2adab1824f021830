#include "exact/degenerate.hpp"

#include <Eigen/QR>
#include <cmath>
#include <vector>

#include "linalg/linear_program.hpp"
#include "model/random.hpp"
#include "resunit/row.hpp"

namespace resunit {
namespace {

using Status = LinearProgramSolution::Status;

/// b with W b = h where h > 0 and W b <= 0 elsewhere: least squares on the active samples where they determine b, else
/// a vertex.
Vector activation_of(const Matrix& W, const Vector& h) {
  const double silent = 1e-9 * h.maxCoeff();
  std::vector<Index> active, inactive;
  for (Index i = 0; i < h.size(); ++i) (h(i) > silent ? active : inactive).push_back(i);
  if (active.empty()) return Vector::Zero(W.cols());
  const Eigen::MatrixXd Wa = W(active, Eigen::all);
  Eigen::CompleteOrthogonalDecomposition<Eigen::MatrixXd> solver(Wa);
  const Vector b = solver.solve(Vector(h(active)));
  if (solver.rank() == W.cols() || inactive.empty()) return b;

  const auto n = static_cast<Index>(active.size()), rest = static_cast<Index>(inactive.size());
  Matrix F(2 * n + rest, W.cols());
  F << Wa, -Wa, -W(inactive, Eigen::all);
  Vector t(F.rows());
  t << Vector(h(active)), -Vector(h(active)), Vector::Zero(rest);
  const LinearProgramSolution vertex = minimise_linear(W.colwise().sum().transpose(), F, t);
  return vertex.status == Status::optimal ? vertex.x : b;
}

}  // namespace

bool lie_in_half_space(const Problem& problem) {
  const Matrix& W = problem.all.W;
  // Stiemke: no such a exists if some weights l > 0 have W'l = 0. The residuals of (R1) with target 1 are such weights
  // at once when the samples surround the origin evenly; otherwise a linear program decides.
  const RowsResult balance = solve_rows(RowProgram::least_squares, W, Matrix::Ones(1, W.rows()), {.threads = 1});
  const Vector l = 1 - (W * balance.C.row(0).transpose()).array();
  if (l.minCoeff() > 1e-6 && (W.transpose() * l).norm() <= 1e-10 * l.norm()) return false;
  const LinearProgramSolution widest = minimise_linear(-W.colwise().sum().transpose(), W, Vector::Zero(W.rows()), 1.0);
  return widest.status != Status::optimal || -widest.objective > 1e-7;
}

void find_vertices(const Problem& problem, FoundRows& rows) {
  const Spans& all = problem.all;
  const Vector cost = all.Z.colwise().sum();
  for (const Index j : std::vector<Index>(rows.open())) {
    const LinearProgramSolution vertex = minimise_linear(cost, all.Z, all.X.col(j));
    if (vertex.status != Status::optimal) continue;
    const Vector h = (all.Z * vertex.x - all.X.col(j)).cwiseMax(0.0);
    const Vector b = activation_of(all.W, h);
    if (!rows.accept(j, b)) rows.keep(j, b);
  }
}

void complete_linear_rows(const Problem& problem, FoundRows& rows) {
  const Spans& all = problem.all;
  const Matrix V = all.Z * rows.linear_outputs();
  if (V.cols() == 0) return;
  Random random(0, Stream::exact_search);
  for (const Index j : std::vector<Index>(rows.open()))
    for (int attempt = 0; attempt < 4 && !rows.row(j); ++attempt) {
      Vector weights(V.rows());
      for (double& weight : weights) weight = random.uniform();
      const LinearProgramSolution vertex = minimise_linear(V.transpose() * weights, V, all.X.col(j));
      if (vertex.status == Status::optimal) rows.keep(j, all.W.transpose() * (V * vertex.x - all.X.col(j)));
    }
}

}  // namespace resunit
