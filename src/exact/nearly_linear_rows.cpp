// SPDX-License-Identifier: BSD-3-Clause
#include "exact/nearly_linear_rows.hpp"

#include <Eigen/QR>
#include <Eigen/SVD>
#include <optional>
#include <vector>

#include "exact/tolerances.hpp"
#include "linalg/indexing.hpp"
#include "linalg/linear_program.hpp"
#include "linalg/project_out.hpp"

namespace resunit {
namespace {

constexpr double kZeroSingularValue = 1e-8;  ///< absolute, for orthonormal columns
constexpr double kSmallestWeight = 1e-3;     ///< weight of a sample with leverage 1
constexpr int kMaxRayFails = 6;              ///< consecutive random objectives without a new row

/// span[X, Y], decomposed into the known part, spanned by X and the hinges (X a)^+ found, and the rest.
struct SpanDecomposition {
  Eigen::MatrixXd known;
  Eigen::MatrixXd fresh;

  /// One minus the leverage of each sample: the samples on the rare side have high leverage.
  Vector weights() const {
    return (1 + kSmallestWeight - known.rowwise().squaredNorm().array() - fresh.rowwise().squaredNorm().array());
  }

  SpanDecomposition(const Spans& all, const FoundRows& rows) {
    Matrix hinges(all.count(), all.X.cols());
    Index count = 0;
    for (Index j = 0; j < all.X.cols(); ++j)
      if (rows.row(j) && !rows.row(j)->b.isZero(0)) {
        hinges.col(count) = (all.W * rows.row(j)->b).cwiseMax(0.0);
        hinges.col(count++).normalize();
      }
    known = all.W;
    const Eigen::MatrixXd nonlinear =
        orthonormal_columns(project_out(all.W, hinges.leftCols(count)), kZeroSingularValue);
    known.conservativeResize(Eigen::NoChange, all.W.cols() + nonlinear.cols());
    known.rightCols(nonlinear.cols()) = nonlinear;
    fresh = orthonormal_columns(project_out(known, all.Z), kZeroSingularValue);
  }
};

/// The ray g = fresh z + known y >= 0 with the smallest weighted sum subject to l'z = 1, scaled to a largest entry of
/// 1. Empty if there is none, or if it does not have more zeros than any vertex has.
std::optional<Vector> sparse_ray(const SpanDecomposition& span, const Vector& l) {
  const Index n = span.known.rows(), f = span.fresh.cols(), k = span.known.cols();
  Matrix M(n + 1, f + k);  // the last constraint, l'z >= 1, excludes zero
  M.topLeftCorner(n, f) = span.fresh;
  M.topRightCorner(n, k) = span.known;
  M.row(n).setZero();
  M.row(n).head(f) = l;
  Vector t = Vector::Zero(n + 1);
  t(n) = 1;
  const Vector cost = M.topRows(n).transpose() * span.weights();
  const LinearProgramSolution ray = minimize_linear(cost, M, t);
  if (ray.status != LinearProgramSolution::Status::optimal) return std::nullopt;

  const Vector g = M * ray.x;
  const double tie = kTie * g.head(n).maxCoeff();
  std::vector<Index> tight;
  for (Index i = 0; i < n; ++i)
    if (g(i) <= tie) tight.push_back(i);
  tight.push_back(n);
  if (static_cast<Index>(tight.size()) <= M.cols())
    return std::nullopt;  // every vertex has this many zeros: no evidence
  const Eigen::ColPivHouseholderQR<Eigen::MatrixXd> equations(M(tight, kAll));
  if (equations.rank() < M.cols()) return std::nullopt;
  Vector refined = (M * equations.solve(Vector(t(tight)))).head(n);
  const double largest = refined.maxCoeff();
  if (!(largest > 0) || refined.minCoeff() < -kTie * largest) return std::nullopt;
  return Vector((refined.array() > kTie * largest).select(refined / largest, 0.0));
}

std::vector<Index> support_of(const Vector& g) {
  std::vector<Index> support;
  for (Index i = 0; i < g.size(); ++i)
    if (g(i) > 0) support.push_back(i);
  return support;
}

/// If the rare side has enough samples to identify the neuron, offers it like any other candidate.
bool offer_neuron(const ExactProblem& problem, const Vector& g, const std::vector<Index>& support, FoundRows& rows) {
  Eigen::ColPivHouseholderQR<Eigen::MatrixXd> side(problem.working_set.W(support, kAll));
  side.setThreshold(kPatternRank);
  if (side.rank() < problem.rank_inputs()) return false;
  const Vector b = side.solve(Vector(g(support)));
  const Vector subset_b =
      problem.search_subset.W.transpose() * (problem.search_subset.X * (problem.inputs.from_basis.transpose() * b));
  return subset_b.norm() > 0 && rows.offer(subset_b) == FoundRows::Outcome::found;
}

/// With fewer samples: finds h = Zc - x_j >= 0 with h = 0 on the rare side and h - tau g linear; any such row is
/// correct on the samples. If the rare side has no more samples than there are such outputs, there is no evidence that
/// the neuron belongs to this row.
bool complete_row(const Spans& all, const Vector& g, const std::vector<Index>& support, bool with_evidence,
                  FoundRows& rows) {
  const Vector nonlinear = project_out(all.W, g);
  Eigen::MatrixXd frame(all.count(), all.W.cols() + 1);
  frame << all.W, nonlinear.normalized();
  const Eigen::JacobiSVD<Eigen::MatrixXd> svd(Eigen::MatrixXd(project_out(frame, all.Z)), Eigen::ComputeThinV);
  const Index free = (svd.singularValues().array() < kZeroSingularValue).count();
  if (free == 0 || (with_evidence && static_cast<Index>(support.size()) <= free)) return false;
  const Matrix image = all.Z * svd.matrixV().rightCols(free);
  const auto n = all.count(), rare = static_cast<Index>(support.size());
  Matrix F(n + rare, free);
  F << image, -image(support, kAll);
  for (const Index j : std::vector<Index>(rows.open())) {
    Vector t(n + rare);
    t << all.X.col(j), -all.X(support, j);
    const LinearProgramSolution row = minimize_linear(image.colwise().sum().transpose(), F, t);
    if (row.status != LinearProgramSolution::Status::optimal) continue;
    const Vector h = image * row.x - all.X.col(j);
    const double tau = nonlinear.dot(h) / nonlinear.squaredNorm();
    if (tau > kTie * h.maxCoeff() && rows.keep(j, all.W.transpose() * (h - tau * g))) return true;
  }
  return false;
}

}  // namespace

void find_nearly_linear_rows(const ExactProblem& problem, bool with_evidence, const Progress& progress, Random& random,
                             FoundRows& rows) {
  const Spans& all = problem.working_set;
  if (all.count() * (all.W.cols() + all.Z.cols()) > kMaxProgramEntries) return;
  for (int fails = 0; fails < kMaxRayFails && !rows.complete() && !rows.rest_is_linear();) {
    const SpanDecomposition span(all, rows);
    if (span.fresh.cols() == 0) return;
    Vector l(span.fresh.cols());
    for (double& entry : l) entry = random.normal();
    bool found = false;
    for (const double sign : {1.0, -1.0}) {
      if (progress) progress("nearly linear rows", static_cast<double>(fails) / kMaxRayFails);
      const std::optional<Vector> g = sparse_ray(span, sign * l);
      if (!g) continue;
      const std::vector<Index> support = support_of(*g);
      found = offer_neuron(problem, *g, support, rows) || complete_row(all, *g, support, with_evidence, rows);
      if (found) break;
    }
    fails = found ? 0 : fails + 1;
  }
}

}  // namespace resunit
