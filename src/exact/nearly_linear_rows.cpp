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

constexpr double kZeroSingularValue = 1e-8;  ///< of orthonormal columns
constexpr double kSmallestWeight = 1e-3;     ///< of a sample with full leverage
constexpr int kMaxRayFails = 6;

/// span[X, Y] as what is known of it, [X, hinges found], and the rest.
struct Spanning {
  Eigen::MatrixXd known;
  Eigen::MatrixXd fresh;

  /// One minus the leverage of each sample: the rare side consists of samples that the rest of the space hardly
  /// reaches.
  Vector weights() const {
    return (1 + kSmallestWeight - known.rowwise().squaredNorm().array() - fresh.rowwise().squaredNorm().array());
  }

  Spanning(const Spans& all, const FoundRows& rows) {
    Matrix hinges(all.count(), all.X.cols());
    Index count = 0;
    for (Index j = 0; j < all.X.cols(); ++j)
      if (rows.row(j) && !rows.row(j)->b.isZero(0)) {
        hinges.col(count) = (all.W * rows.row(j)->b).cwiseMax(0.0);
        hinges.col(count++).normalize();
      }
    known = all.W;
    const Eigen::MatrixXd bends = orthonormal_columns(project_out(all.W, hinges.leftCols(count)), kZeroSingularValue);
    known.conservativeResize(Eigen::NoChange, all.W.cols() + bends.cols());
    known.rightCols(bends.cols()) = bends;
    fresh = orthonormal_columns(project_out(known, all.Z), kZeroSingularValue);
  }
};

/// The ray g = fresh z + known y >= 0 with the least weighted sum for l'z = 1, scaled to a largest entry of one;
/// nothing where there is none or it does not have the many zeros of a rare side.
std::optional<Vector> sparse_ray(const Spanning& span, const Vector& l) {
  const Index n = span.known.rows(), f = span.fresh.cols(), k = span.known.cols();
  Matrix M(n + 1, f + k);  // the last constraint keeps away from zero: l'z >= 1
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
  if (static_cast<Index>(tight.size()) <= M.cols()) return std::nullopt;  // any vertex has as many: no evidence
  const Eigen::ColPivHouseholderQR<Eigen::MatrixXd> equations(M(tight, kAll));
  if (equations.rank() < M.cols()) return std::nullopt;
  Vector sharp = (M * equations.solve(Vector(t(tight)))).head(n);
  const double largest = sharp.maxCoeff();
  if (!(largest > 0) || sharp.minCoeff() < -kTie * largest) return std::nullopt;
  return Vector((sharp.array() > kTie * largest).select(sharp / largest, 0.0));
}

std::vector<Index> support_of(const Vector& g) {
  std::vector<Index> support;
  for (Index i = 0; i < g.size(); ++i)
    if (g(i) > 0) support.push_back(i);
  return support;
}

/// Where the rare side has enough samples it determines the neuron, which then is offered like any other.
bool offer_neuron(const ExactProblem& problem, const Vector& g, const std::vector<Index>& support, FoundRows& rows) {
  Eigen::ColPivHouseholderQR<Eigen::MatrixXd> side(problem.working_set.W(support, kAll));
  side.setThreshold(kPatternRank);
  if (side.rank() < problem.rank_inputs()) return false;
  const Vector b = side.solve(Vector(g(support)));
  const Vector some =
      problem.search_subset.W.transpose() * (problem.search_subset.X * (problem.inputs.from_basis.transpose() * b));
  return some.norm() > 0 && rows.offer(some) == FoundRows::Outcome::found;
}

/// With fewer samples: h = Zc - x_j >= 0 with h = 0 on the rare side and h - tau g linear; any such row is right on the
/// samples. Without evidence, a rare side of no more samples than there are such outputs, another row may have it too.
bool complete_row(const Spans& all, const Vector& g, const std::vector<Index>& support, bool with_evidence,
                  FoundRows& rows) {
  const Vector bend = project_out(all.W, g);
  Eigen::MatrixXd frame(all.count(), all.W.cols() + 1);
  frame << all.W, bend.normalized();
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
    const double tau = bend.dot(h) / bend.squaredNorm();
    if (tau > kTie * h.maxCoeff() && rows.keep(j, all.W.transpose() * (h - tau * g))) return true;
  }
  return false;
}

}  // namespace

void find_nearly_linear_rows(const ExactProblem& problem, bool with_evidence, const Progress& progress, Random& random,
                             FoundRows& rows) {
  const Spans& all = problem.working_set;
  if (all.count() * (all.W.cols() + all.Z.cols()) > kLargestProgram) return;
  for (int fails = 0; fails < kMaxRayFails && !rows.complete() && !rows.rest_is_linear();) {
    const Spanning span(all, rows);
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
