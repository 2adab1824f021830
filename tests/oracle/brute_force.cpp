// SPDX-License-Identifier: BSD-3-Clause
// (R1) by its dual,  max t'a - n/2 |a|^2  over  a >= 0, F'a = 0.  A set S of samples has one least-squares residual
// r_S; if r_S >= 0, a = r_S / n is dual feasible and its value |r_S|^2 / 2n is a lower bound. The active set of the
// minimizer attains the minimum, so the minimum is the largest of these bounds. Under c >= 0 the support K of c is
// tried as well, and the dual has F'a <= 0.
//
// (R2) and (R0) by their vertices. Both are polyhedral, and if rank F = m their extreme points are among the points
// with F_S c = t_S, |S| = m, the vertices of the hyperplane arrangement. c >= 0 is m more samples: F_k = e_k, t_k = 0.
#include "oracle/brute_force.hpp"

#include <Eigen/Eigenvalues>
#include <Eigen/LU>
#include <Eigen/QR>
#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "linalg/indexing.hpp"
#include "support/row_objectives.hpp"

namespace resunit::oracle {
namespace {

using Indices = std::vector<Index>;

constexpr double kRounding = 1e-11;

Indices members(unsigned bits) {
  Indices indices;
  for (Index i = 0; bits != 0; bits >>= 1, ++i)
    if (bits & 1u) indices.push_back(i);
  return indices;
}

/// |r|^2 / 2n for the residual r of t_S regressed on F_SK, or 0 if r / n is not dual feasible.
double dual_bound(const MatrixView& F, const Vector& t, const Indices& S, const Indices& K) {
  const Matrix F_S = F(S, kAll);
  const Vector t_S = t(S);
  Vector r = t_S;
  if (!K.empty()) {
    const Matrix F_SK = F_S(kAll, K);
    r -= F_SK * F_SK.completeOrthogonalDecomposition().solve(t_S);
  }
  const bool feasible =
      r.minCoeff() >= -kRounding * t.norm() && (F_S.transpose() * r).maxCoeff() <= kRounding * F.norm() * t.norm();
  return feasible ? r.squaredNorm() / (2.0 * static_cast<double>(t.size())) : 0;
}

/// All c that are the unique solution of F_S c = t_S for a set S of m samples.
std::vector<Vector> arrangement_vertices(const MatrixView& F, const Vector& t) {
  const Index n = F.rows(), m = F.cols();
  std::vector<Vector> points;
  std::vector<bool> chosen(static_cast<std::size_t>(n), false);
  std::fill_n(chosen.begin(), std::min(m, n), true);
  do {
    Indices S;
    for (Index i = 0; i < n; ++i)
      if (chosen[static_cast<std::size_t>(i)]) S.push_back(i);
    const Eigen::FullPivLU<Matrix> lu(F(S, kAll));
    if (lu.rank() == m) points.push_back(lu.solve(t(S)));
  } while (std::prev_permutation(chosen.begin(), chosen.end()));
  return points;
}

std::vector<Vector> arrangement_vertices(const MatrixView& F, const Vector& t, bool nonnegative) {
  if (!nonnegative) return arrangement_vertices(F, t);
  const Index n = F.rows(), m = F.cols();
  Matrix F_and_axes(n + m, m);
  F_and_axes << F, Matrix::Identity(m, m);
  Vector t_and_zeros = Vector::Zero(n + m);
  t_and_zeros.head(n) = t;
  std::vector<Vector> points = arrangement_vertices(F_and_axes, t_and_zeros);
  std::erase_if(points, [](const Vector& c) { return c.minCoeff() < -kRounding; });
  return points;
}

}  // namespace

double least_squares_minimum(const MatrixView& F, const Vector& t, bool nonnegative) {
  const unsigned all_columns = (1u << F.cols()) - 1;
  double best = 0;
  for (unsigned samples = 1; samples < 1u << F.rows(); ++samples)
    for (unsigned support = nonnegative ? 0 : all_columns; support <= all_columns; ++support)
      best = std::max(best, dual_bound(F, t, members(samples), members(support)));
  return best;
}

double absolute_minimum(const MatrixView& F, const Vector& t, bool nonnegative) {
  double best = std::numeric_limits<double>::infinity();
  for (const Vector& c : arrangement_vertices(F, t, nonnegative))
    best = std::min(best, test::objective(RowProgram::absolute, F, t, c));
  return best;
}

std::vector<Vector> feasible_vertices(const MatrixView& F, const Vector& t, bool nonnegative) {
  std::vector<Vector> points = arrangement_vertices(F, t, nonnegative);
  std::erase_if(points, [&](const Vector& c) {
    return test::violations(F, t, c).maxCoeff() > kRounding * (t.norm() + F.norm() * c.norm());
  });
  return points;
}

Vector least_squares_by_gradient(const MatrixView& F, const Vector& t, bool nonnegative) {
  constexpr int kMaxSteps = 20'000;
  const double step = 1 / (F.transpose() * F).eval().operatorNorm();
  Vector c = Vector::Zero(F.cols()), ahead = c;
  double momentum = 1;
  for (int steps = 0; steps < kMaxSteps; ++steps) {
    Vector next = ahead + step * (F.transpose() * test::violations(F, t, ahead));
    if (nonnegative) next = next.cwiseMax(0);
    const Vector moved = next - c;
    if ((ahead - next).dot(moved) > 0) momentum = 1;  // overshoot: restart the momentum
    const double next_momentum = (1 + std::sqrt(1 + 4 * momentum * momentum)) / 2;
    ahead = next + (momentum - 1) / next_momentum * moved;
    momentum = next_momentum;
    c = next;
    if (moved.norm() <= std::numeric_limits<double>::epsilon() * c.norm()) break;
  }
  return c;
}

}  // namespace resunit::oracle
