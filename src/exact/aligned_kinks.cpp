// SPDX-License-Identifier: BSD-3-Clause
// If some columns of X are much larger than others, they dominate X a_j for every neuron with weights of similar size:
// the kinks nearly coincide, and starting points that are isotropic for standardized inputs are far from all of them.
// A hyperplane Xv = 0 with v = scale^g o N(0, I) is close to these kinks; g is uniform in [0, 1], because weights may
// compensate for the scale in part. On the samples farthest from this hyperplane, a neuron with a similar kink has the
// pattern s = 1[Xv > 0], and its row is the solution of linear equations:
//     [Z, -s o W] (c; b) = x_j                                                                     (aligned kinks)
// One factorization serves all open rows; a row that satisfies its equations is then fitted to all samples.
// With 12 inputs of rms 2e-4 to 2600 and 160 samples, the other searches find no unit of 16, this one 40 of 40 in 2 ms
// (exact_study scales, docs/journal/exact_study.md).
#include "exact/aligned_kinks.hpp"

#include <Eigen/QR>
#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "exact/tolerances.hpp"
#include "linalg/indexing.hpp"
#include "parallel/progress_scope.hpp"

namespace resunit {
namespace {

constexpr double kBadScale = 10;  ///< ratio of the largest and smallest column rms from which columns are badly scaled
constexpr double kEquations[] = {4, 2, 1.25};  ///< number of samples, relative to the number of unknowns
constexpr double kFarShare = 0.5;              ///< of all samples: the farthest from the kink
constexpr int kMaxIdleDraws = 500;             ///< consecutive hyperplanes without a new row
constexpr int kMaxFirstDraws = 100;            ///< the same before the first row: the kinks are not aligned
constexpr double kFirstOperations =
    1e9;                          ///< floating-point operations before the first row: bounds the cost on noisy samples
constexpr double kSolved = 1e-5;  ///< relative to |x_j|: residual of equations with the right pattern

/// The samples in decreasing order of |u|.
std::vector<Index> farthest_first(const Vector& u) {
  std::vector<Index> order(u.size());
  std::iota(order.begin(), order.end(), Index{0});
  std::stable_sort(order.begin(), order.end(), [&u](Index a, Index b) { return std::abs(u(a)) > std::abs(u(b)); });
  return order;
}

/// Solves the equations of all open rows on the given samples; true if a new row was found.
bool solve_open_rows(const Spans& all, const Vector& u, const std::vector<Index>& samples, FoundRows& rows) {
  const Index r = all.Z.cols();
  const Vector active = (u(samples).array() > 0).cast<double>();
  Eigen::MatrixXd equations(std::ssize(samples), r + all.W.cols());
  equations << all.Z(samples, kAll), -(active.asDiagonal() * all.W(samples, kAll));
  const Eigen::ColPivHouseholderQR<Eigen::MatrixXd> qr(equations);
  if (qr.rank() < equations.cols()) return false;
  const std::vector<Index> open = rows.open();
  const Eigen::MatrixXd targets = all.X(samples, open), solutions = qr.solve(targets);
  const Eigen::MatrixXd rest = targets - equations * solutions;
  bool found = false;
  for (Index k = 0; k < std::ssize(open); ++k)
    if (rest.col(k).norm() <= kSolved * targets.col(k).norm())
      found |= rows.accept_solution(open[static_cast<std::size_t>(k)], solutions.col(k).tail(all.W.cols()));
  return found;
}

}  // namespace

bool is_badly_scaled(const ExactProblem& problem) {
  double smallest = std::numeric_limits<double>::infinity(), largest = 0;
  for (Index j = 0; j < problem.inputs_count(); ++j) {
    if (problem.working_set.X.col(j).isZero(0)) continue;
    smallest = std::min(smallest, problem.scale(j));
    largest = std::max(largest, problem.scale(j));
  }
  return largest >= kBadScale * smallest;
}

void find_aligned_kinks(const ExactProblem& problem, const SearchBudget& budget, const Progress& progress,
                        Random& random, FoundRows& rows) {
  const Spans& all = problem.working_set;
  const Index n = all.count(), unknowns = all.Z.cols() + all.W.cols();
  const Vector scale = problem.scale / problem.scale.maxCoeff();
  double spent = 0;
  int limit = kMaxFirstDraws;
  double operations = std::min(kFirstOperations, budget.operations);
  for (int idle = 0; idle < limit && spent < operations && !rows.complete(); ++idle) {
    check_cancelled();
    if (progress)
      progress("search", 1 - static_cast<double>(rows.open().size()) / static_cast<double>(problem.inputs_count()));
    Vector v = scale.array().pow(random.uniform());
    for (double& weight : v) weight *= random.normal();
    const Vector u = all.X * v;
    const std::vector<Index> order = farthest_first(u);
    for (const double equations : kEquations) {
      const auto wanted = std::min(equations * static_cast<double>(unknowns), kFarShare * static_cast<double>(n));
      const Index count = std::max(static_cast<Index>(wanted), unknowns + kSpare);
      if (count > n || rows.complete()) break;
      spent += 2.0 * static_cast<double>(count) * std::pow(unknowns, 2);
      if (!solve_open_rows(all, u, {order.begin(), order.begin() + count}, rows)) continue;
      idle = -1;
      limit = kMaxIdleDraws;
      operations = budget.operations;
      spent = 0;
    }
  }
}

}  // namespace resunit
