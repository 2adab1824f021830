// SPDX-License-Identifier: BSD-3-Clause
// The center of the feasible set { g : Z g >= t }, or a certificate that it is empty.               (R0), docs/math.md
//   1  Find a feasible point by (R1), whose minimum is zero exactly on the feasible set. A positive minimum with
//      Z'v^+ = 0 is Farkas' certificate of emptiness.
//   2  Samples that are tied at this point, Z_i g = t_i, may be tied on the whole set. Find a direction p with
//      Z_i p >= |Z_i| for all of them, again by (R1). If there is none, the residuals v^+ are Gordan's multipliers,
//      Z'v^+ = 0: samples with v_i > 0 are tied on the whole set, and the search continues in the face they define.
//      Layer 2 without noise ends here: its feasible set is a single point.
//   3  Otherwise a step along p leads to the interior, and the analytic center follows.
// Paper: equ:layer2-LP-noiseless, equ:layer1-LP-noiseless with "min const": any feasible point is a solution, and the
// paper's interior-point solver returns a central one. Differs from the paper: the analytic center depends on the set
// only, not on the path of a solver; it reproduces the layer-1 error of 0.039 at d = 16, n = 512 (docs/results.md).
// Optimality reported: Newton decrement, or the largest violation over rms(t) if the set is a point.
#include <Eigen/QR>
#include <Eigen/SVD>
#include <algorithm>
#include <cmath>
#include <optional>
#include <vector>

#include "linalg/indexing.hpp"
#include "linalg/linear_program.hpp"
#include "parallel/progress_scope.hpp"
#include "row/analytic_center.hpp"
#include "row/kernel.hpp"
#include "row/rows.hpp"
#include "row/ties.hpp"

namespace resunit {
namespace {

/// Slack up to which a sample is tied, relative to feasibility * rms(t).
constexpr double kTieFactor = 10;

/// Multipliers above this, relative to the largest one, belong to samples that are tied on the whole set.
constexpr double kSmallestMultiplier = 1e-6;

/// A sample is constant on a face if |Z_i face| is at most this, relative to |Z_i|.
constexpr double kConstantOnFace = 1e-9;

/// Farkas' certificate is accepted if |Z'v^+| (1 + |g|) is at most this, relative to |v^+|^2.
constexpr double kFarkasTolerance = 1e-3;

/// An orthonormal basis of {p : M p = 0}, as columns.
Eigen::MatrixXd null_space(const Eigen::MatrixXd& M) {
  constexpr double kRankTolerance = 1e-10;  // relative to the largest singular value
  const Eigen::HouseholderQR<Eigen::MatrixXd> qr(M);
  const Index small = std::min(M.rows(), M.cols());
  const Eigen::MatrixXd triangle = qr.matrixQR().topRows(small).triangularView<Eigen::Upper>();
  const Eigen::JacobiSVD<Eigen::MatrixXd> svd(triangle, Eigen::ComputeFullV);
  const Vector& sigma = svd.singularValues();
  const Index rank = std::count_if(sigma.begin(), sigma.end(), [&](double s) { return s > kRankTolerance * sigma(0); });
  return svd.matrixV().rightCols(M.cols() - rank);
}

/// The feasible set of one row, given a feasible point.
class FeasibleRegion {
 public:
  FeasibleRegion(const Matrix& Z, const Eigen::Ref<const Vector>& t, Vector g, double tolerance)
      : Z_(Z), t_(t), g_(std::move(g)), tolerance_(tolerance), face_(Eigen::MatrixXd::Identity(Z.cols(), Z.cols())) {
    const double shortest = kSmallestSample * Z.rowwise().norm().maxCoeff();
    for (int i = 0; i < Z.rows(); ++i)
      if (Z.row(i).norm() > shortest) open_.push_back(i);  // a sample at the origin imposes no constraint
  }

  RowReport find_center(const RowOptions& options, GramWorkspace& workspace) {
    while (face_.cols() > 0) {
      check_cancelled();
      const Index dimension = face_.cols();
      const std::optional<Vector> inward = inward_direction(options);
      if (inward) return center_along(*inward, options, workspace);
      if (face_.cols() == dimension) return {.status = RowStatus::stalled, .optimality = 1};
    }
    const double violation = (t_ - Z_ * g_).maxCoeff();
    return {.status = RowStatus::solved,
            .objective = std::max(0.0, violation),
            .optimality = std::max(0.0, violation) / rms()};
  }

  const Vector& answer() const { return g_; }

 private:
  double rms() const { return t_.norm() / std::sqrt(static_cast<double>(t_.size())); }

  /// A direction in the face along which the slack of every tied sample increases. None if it does not exist: then the
  /// face is narrowed.
  std::optional<Vector> inward_direction(const RowOptions& options) {
    std::vector<int> ties;
    for (const int i : open_)
      if (Z_.row(i).dot(g_) - t_(i) <= kTieFactor * tolerance_ * rms()) ties.push_back(i);
    if (ties.empty()) return Vector::Zero(face_.cols());

    Matrix normals = Z_(ties, kAll) * face_;
    for (std::size_t k = 0; k < ties.size(); ++k) normals.row(k) /= Z_.row(ties[k]).norm();
    const Matrix ones = Matrix::Ones(1, normals.rows());
    const RowsResult towards =
        solve_programs(RowProgram::least_squares, normals, ones, {.max_iterations = options.max_iterations}, 1);
    const Vector p = towards.C.row(0);
    const Vector shortfall = (1 - (normals * p).array()).max(0.0);
    if (shortfall.maxCoeff() < 0.5) return p;  // Z_i p > |Z_i| / 2: slack increases on all ties
    narrow_face(ties, shortfall);
    return std::nullopt;
  }

  /// Restricts the search to the face in which the samples with positive multipliers are tied.
  void narrow_face(const std::vector<int>& ties, const Vector& multipliers) {
    const double smallest = kSmallestMultiplier * multipliers.maxCoeff();
    for (std::size_t k = 0; k < ties.size(); ++k)
      if (multipliers(k) > smallest) tied_.push_back(ties[k]);
    g_ = solve_ties(Z_, t_, tied_, g_);
    face_ = null_space(Z_(tied_, kAll));

    std::erase_if(open_, [&](int i) { return (Z_.row(i) * face_).norm() <= kConstantOnFace * Z_.row(i).norm(); });
  }

  /// A step from g_ along the direction to a point where all open samples have slack, and from there to the center.
  RowReport center_along(const Vector& inward, const RowOptions& options, GramWorkspace& workspace) {
    const Matrix Z = Z_(open_, kAll) * face_;
    const Vector t = t_(open_) - Z_(open_, kAll) * g_;
    const Vector y = step_inside(Z, t, inward);
    if ((Z * y - t).minCoeff() <= 0) return {.status = RowStatus::stalled, .optimality = 1};

    const double proximal = kProximalWeight / (rms() * rms());
    const AnalyticCenter found = analytic_center(Z, t, y, proximal, options.max_iterations, workspace);
    g_ += face_ * found.point;
    return {.status = found.decrement <= options.tolerance ? RowStatus::solved : RowStatus::iteration_limit,
            .iterations = found.iterations,
            .objective = std::max(0.0, (t_ - Z_ * g_).maxCoeff()),
            .optimality = found.decrement};
  }

  /// A step along `inward`: half the distance at which the first sample loses its slack, at most |t|.
  Vector step_inside(const Matrix& Z, const Vector& t, const Vector& inward) const {
    if (inward.isZero(0)) return inward;
    const Vector slope = Z * inward;
    double length = t_.norm() / inward.norm();
    for (Index i = 0; i < slope.size(); ++i)
      if (slope(i) < 0) length = std::min(length, 0.5 * t(i) / slope(i));
    return length * inward;
  }

  const Matrix& Z_;
  const Eigen::Ref<const Vector> t_;
  Vector g_;  ///< feasible, then central
  double tolerance_;
  Eigen::MatrixXd face_;   ///< r x k, directions along which the tied samples stay tied
  std::vector<int> tied_;  ///< tied on the whole feasible set
  std::vector<int> open_;  ///< can have slack
};

/// The solution of (R1), or a point by the simplex method if (R1) ended with neither a feasible point nor Farkas'
/// certificate (samples of very different scales). None if there is no feasible point; `report` then has the status.
std::optional<Vector> feasible_point(const RowBlock& block, const Eigen::Ref<const Vector>& t, const Vector& g,
                                     RowReport& report) {
  const double allowed = block.feasibility * t.norm() / std::sqrt(static_cast<double>(t.size()));
  const Vector v = (t - block.Z * g).cwiseMax(0.0);
  if (v.maxCoeff() <= allowed) return g;

  report.objective = v.maxCoeff();
  report.optimality = v.maxCoeff() * block.feasibility / allowed;
  if (report.status == RowStatus::iteration_limit) return std::nullopt;
  const bool is_farkas = (block.Z.transpose() * v).norm() * (1 + g.norm()) <= kFarkasTolerance * v.squaredNorm();
  if (!is_farkas) {
    const LinearProgramSolution vertex = minimize_linear(Vector::Zero(block.Z.cols()), block.Z, t);
    if (vertex.status == LinearProgramSolution::Status::optimal && (t - block.Z * vertex.x).maxCoeff() <= allowed)
      return vertex.x;
  }
  report.status = RowStatus::infeasible;
  return std::nullopt;
}

}  // namespace

void center(RowBlock& block, const RowOptions& options) {
  RowBlock feasible = block;
  least_squares_hinge(feasible, options);
  GramWorkspace workspace;
  for (Index j = 0; j < block.T.rows(); ++j) {
    const Eigen::Ref<const Vector> t = block.T.row(j).transpose();
    RowReport& report = block.reports[j];
    if (t.isZero(0)) continue;  // (R1) returned g = 0

    const std::optional<Vector> point = feasible_point(block, t, feasible.G.row(j), report);
    block.G.row(j) = point ? *point : Vector(feasible.G.row(j));
    if (!point) continue;
    const int steps = report.iterations;
    FeasibleRegion set(block.Z, t, *point, block.feasibility);
    report = set.find_center(options, workspace);
    report.iterations += steps;
    block.G.row(j) = set.answer();
  }
}

}  // namespace resunit
