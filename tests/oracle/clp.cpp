// SPDX-License-Identifier: BSD-3-Clause
#include "oracle/clp.hpp"

#include <ClpSimplex.hpp>
#include <CoinPackedMatrix.hpp>
#include <algorithm>
#include <limits>
#include <stdexcept>
#include <string>
#include <vector>

namespace resunit::oracle {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

enum class Lines { rows, columns };  // role of the rows of F in the linear program

/// A dense matrix in Clp's sparse form.
CoinPackedMatrix packed(const Matrix& F, Lines lines) {
  const int n = static_cast<int>(F.rows()), m = static_cast<int>(F.cols());
  std::vector<int> index(static_cast<std::size_t>(F.size()));
  for (std::size_t k = 0; k < index.size(); ++k) index[k] = static_cast<int>(k) % m;
  std::vector<CoinBigIndex> start(static_cast<std::size_t>(n) + 1);
  for (std::size_t i = 0; i < start.size(); ++i) start[i] = static_cast<CoinBigIndex>(i) * m;
  return CoinPackedMatrix(lines == Lines::columns, m, n, F.size(), F.data(), index.data(), start.data(), nullptr);
}

/// min cost'x,  row_low <= M x <= row_high,  low <= x <= high.
struct LinearProgram {
  CoinPackedMatrix M;
  Vector cost, low, high, row_low, row_high;

  ClpSimplex load() const {
    ClpSimplex clp;
    clp.setLogLevel(0);
    clp.loadProblem(M, low.data(), high.data(), cost.data(), row_low.data(), row_high.data());
    clp.setPrimalTolerance(1e-9);
    clp.setDualTolerance(1e-9);
    return clp;
  }
};

/// max t'a,  G'a = right,  the first `inequalities` of them only G'a <= right,  0 <= a <= largest.
LinearProgram dual_program(const Matrix& G, const Vector& t, double largest, const Vector& right, Index inequalities) {
  const Index n = G.rows();
  LinearProgram program{packed(G, Lines::columns), -t, Vector::Zero(n), Vector::Constant(n, largest), right, right};
  program.row_low.head(inequalities).setConstant(-kInfinity);
  return program;
}

/// min g'c,  F c >= t,  c free or >= 0.
LinearProgram primal_program(const Vector& g, const MatrixView& F, const Vector& t, bool nonnegative) {
  const Index n = F.rows(), m = F.cols();
  return {packed(F, Lines::rows),         g, Vector::Constant(m, nonnegative ? 0 : -kInfinity),
          Vector::Constant(m, kInfinity), t, Vector::Constant(n, kInfinity)};
}

void require_optimal(const ClpSimplex& clp) {
  if (!clp.isProvenOptimal()) throw std::runtime_error("Clp ended with status " + std::to_string(clp.status()));
}

Vector primal_solution(const ClpSimplex& clp) {
  return Vector::Map(clp.primalColumnSolution(), clp.numberColumns());
}

Vector dual_solution(const ClpSimplex& clp) {
  return Vector::Map(clp.dualRowSolution(), clp.numberRows());
}

/// min g'c over the feasible set; empty if there is no feasible point.
std::optional<double> least_on_feasible_set(const Vector& g, const MatrixView& F, const Vector& t, bool nonnegative) {
  ClpSimplex clp = primal_program(g, F, t, nonnegative).load();
  clp.primal();
  if (clp.isProvenPrimalInfeasible()) return std::nullopt;
  if (clp.isProvenDualInfeasible()) return -kInfinity;
  require_optimal(clp);
  return g.dot(primal_solution(clp));
}

}  // namespace

AbsoluteOptimum absolute_optimum(const MatrixView& F, const Vector& t, bool nonnegative) {
  const Index m = F.cols();
  ClpSimplex clp = dual_program(F, t, 1, Vector::Zero(m), nonnegative ? m : 0).load();
  clp.dual();
  require_optimal(clp);
  const Vector a = primal_solution(clp).cwiseMax(0).cwiseMin(1);
  return {t.dot(a) / static_cast<double>(t.size()), -dual_solution(clp), a};
}

std::optional<Vector> least_squares_optimum(const MatrixView& F, const Vector& t) {
  const Index n = F.rows(), m = F.cols();
  Matrix F_and_slacks(n, m + n);
  F_and_slacks << F, Matrix::Identity(n, n);
  LinearProgram program = primal_program(Vector::Zero(m + n), F_and_slacks, t, false);
  program.low.tail(n).setZero();
  ClpSimplex clp = program.load();
  std::vector<CoinBigIndex> start(static_cast<std::size_t>(m + n + 1));
  std::vector<int> column(static_cast<std::size_t>(n));
  const std::vector<double> ones(static_cast<std::size_t>(n), 1.0);
  for (Index k = 0; k <= m + n; ++k) start[static_cast<std::size_t>(k)] = static_cast<int>(std::max<Index>(0, k - m));
  for (Index i = 0; i < n; ++i) column[static_cast<std::size_t>(i)] = static_cast<int>(m + i);
  clp.loadQuadraticObjective(static_cast<int>(m + n), start.data(), column.data(), ones.data());
  clp.primal();
  if (!clp.isProvenOptimal()) return std::nullopt;
  return primal_solution(clp).head(m);
}

// The dual of  min s,  F c + s >= t   is   max t'a,  F'a = 0,  sum a = 1,  a >= 0.
double least_violation(const MatrixView& F, const Vector& t, bool nonnegative) {
  const Index n = F.rows(), m = F.cols();
  Matrix F_and_ones(n, m + 1);
  F_and_ones << F, Vector::Ones(n);
  ClpSimplex clp = dual_program(F_and_ones, t, kInfinity, Vector::Unit(m + 1, m), nonnegative ? m : 0).load();
  clp.primal();
  if (clp.isProvenPrimalInfeasible()) return -kInfinity;
  require_optimal(clp);
  return t.dot(primal_solution(clp));
}

std::optional<Vector> feasible_point(const MatrixView& F, const Vector& t, bool nonnegative) {
  ClpSimplex clp = primal_program(Vector::Zero(F.cols()), F, t, nonnegative).load();
  clp.primal();
  if (clp.isProvenPrimalInfeasible()) return std::nullopt;
  require_optimal(clp);
  return primal_solution(clp);
}

std::optional<Interval> range_on_feasible_set(const Vector& g, const MatrixView& F, const Vector& t, bool nonnegative) {
  const std::optional<double> low = least_on_feasible_set(g, F, t, nonnegative);
  const std::optional<double> minus_high = least_on_feasible_set(-g, F, t, nonnegative);
  if (!low || !minus_high) return std::nullopt;
  return Interval{*low, -*minus_high};
}

}  // namespace resunit::oracle
