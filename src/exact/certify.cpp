#include "exact/certify.hpp"

#include <Eigen/Eigenvalues>
#include <Eigen/QR>
#include <algorithm>
#include <cmath>

#include "parallel/underway.hpp"

namespace resunit {
namespace {

constexpr Index kSpare = 2;         // q: samples beyond the number of unknowns that must agree
                                    // (and 2 rho more where inputs repeat values: other rows then fit some by chance)
constexpr double kHinge = 1e-7;     // of rms u
constexpr double kFullRank = 1e-7;  // smallest singular value of columns that are orthonormal over all samples
constexpr double kLinear = 1e-10;   // squared share of an output that is not linear: counts as none
constexpr int kPatternRounds = 12;
constexpr Index kChunk = 1024;

struct Evidence {
  std::vector<Index> active, inactive;
  Index count() const { return static_cast<Index>(active.size() + inactive.size()); }
};

Evidence evidence_of(const Vector& u) {
  const double hinge = kHinge * u.norm() / std::sqrt(static_cast<double>(u.size()));
  Evidence evidence;
  for (Index i = 0; i < u.size(); ++i) {
    if (u(i) > hinge) evidence.active.push_back(i);
    if (u(i) < -hinge) evidence.inactive.push_back(i);
  }
  return evidence;
}

/// The smallest singular value of M, from its Gram matrix; 0 where M is wide.
double smallest_singular_value(const Matrix& M) {
  if (M.rows() < M.cols()) return 0;
  const Eigen::MatrixXd gram = M.transpose() * M;
  const double least = Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd>(gram, Eigen::EigenvaluesOnly).eigenvalues()(0);
  return std::sqrt(std::max(0.0, least));
}

/// Of [Z, -s o W] on the samples that are evidence.
double independence(const Spans& spans, const Evidence& evidence) {
  const auto active = static_cast<Index>(evidence.active.size()),
             inactive = static_cast<Index>(evidence.inactive.size());
  Matrix M = Matrix::Zero(active + inactive, spans.Z.cols() + spans.W.cols());
  M.topLeftCorner(active, spans.Z.cols()) = spans.Z(evidence.active, Eigen::all);
  M.topRightCorner(active, spans.W.cols()) = -spans.W(evidence.active, Eigen::all);
  M.bottomLeftCorner(inactive, spans.Z.cols()) = spans.Z(evidence.inactive, Eigen::all);
  return smallest_singular_value(M);
}

/// How many outputs, of r, are linear in the inputs on the active samples. They satisfy a row's equations there
/// whatever its weights (a = -e_j, c = 0 is one answer), so only as many inactive samples and some more are evidence.
Index linear_when_active(const Spans& spans, const Evidence& evidence) {
  const Matrix Z = spans.Z(evidence.active, Eigen::all), W = spans.W(evidence.active, Eigen::all);
  const Eigen::MatrixXd ZW = Z.transpose() * W;
  const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> inputs(Eigen::MatrixXd(W.transpose() * W));
  const Vector inverse = inputs.eigenvalues().unaryExpr([](double l) { return l > kLinear ? 1 / l : 0.0; });
  const Eigen::MatrixXd half = ZW * inputs.eigenvectors();
  const Eigen::MatrixXd rest = Z.transpose() * Z - half * inverse.asDiagonal() * half.transpose();
  const Vector left = Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd>(rest, Eigen::EigenvaluesOnly).eigenvalues();
  return (left.array() <= kLinear).count();
}

/// Are all inputs combinations of the outputs on the inactive samples? Then every row fits there, and which of them
/// this neuron belongs to is not told.
bool any_row_fits(const Spans& spans, const Evidence& evidence) {
  const Matrix Z = spans.Z(evidence.inactive, Eigen::all), X = spans.X(evidence.inactive, Eigen::all);
  Eigen::CompleteOrthogonalDecomposition<Eigen::MatrixXd> outputs;
  outputs.setThreshold(1e-9);
  outputs.compute(Z);
  return (Z * outputs.solve(Eigen::MatrixXd(X)) - X).norm() <= 1e-8 * X.norm();
}

/// Does a row with the activation pattern turned round fit the samples too?
bool opposite_fits(const Spans& spans, const FoundRow& row, Index j, const std::vector<Index>& inactive) {
  if (inactive.empty()) return false;
  const PatternSolution opposite = solve_pattern(spans, spans.PX.col(j), inactive);
  const Vector b = fit_row(spans, j, opposite.b, kPatternRounds).b;  // samples on the hinge find their side
  const Vector u = spans.W * b;
  const bool itself = (b - row.b).norm() <= 1e-6 * row.b.norm();
  const bool linear = u.minCoeff() >= -kHinge * u.cwiseAbs().maxCoeff();  // the place of a linear row is not this one's
  if (itself || linear) return false;
  const Vector h = u.cwiseMax(0.0);
  const Vector r = spans.X.col(j) + h;
  const Vector in_span = spans.Z * (spans.Z.transpose() * r);
  return h.norm() > 0 && in_span.norm() > 1e-7 * r.norm() && (r - in_span).norm() <= 1e-8 * r.norm();
}

/// The weights of row j on columns of unit rms; rounding beside the diagonal of a scale row is zero.
Vector scaled_row(const Problem& problem, const FoundRow& row, Index j) {
  const Vector a = problem.inputs.back.transpose() * row.b;
  Vector scale_row = Vector::Zero(a.size());
  scale_row(j) = a(j);
  return (a - scale_row).cwiseAbs().maxCoeff() <= 1e-7 * std::abs(a(j)) ? scale_row : a;
}

}  // namespace

RowVerdict weigh_evidence(const Problem& problem, const FoundRow& row, Index j, bool half_space) {
  const Index r = problem.rank_outputs(), rho = problem.rank_inputs(), d = problem.inputs_count();
  const Spans& all = problem.all;
  const Index spare = kSpare + (problem.has_ties ? 2 * rho : 0);
  if (row.b.isZero(0)) {  // never active: unless the samples lie in a half-space, only a = 0 does that
    const bool proved = (!half_space || problem.is_constant(j)) && all.count() >= r + spare;
    return {.layer2 = proved, .layer1 = proved && rho == d};
  }
  const Evidence evidence = evidence_of(all.W * row.b);
  const auto inactive = static_cast<Index>(evidence.inactive.size());
  const bool enough =
      evidence.count() >= r + rho + spare && (inactive >= r + spare || evidence.count() >= r + 2 * rho + spare);
  const bool enough_inactive =
      inactive >= r + spare || (enough && inactive >= linear_when_active(all, evidence) + spare);
  RowVerdict verdict;
  if (inactive == 0) return verdict;
  const Index fewer = std::min(inactive, evidence.count() - inactive);
  if (fewer < r + rho + spare && any_row_fits(all, evidence)) return verdict;
  if (enough && enough_inactive && independence(all, evidence) > kFullRank) {
    verdict.layer2 = true;
    verdict.layer1 = rho == d;
  } else if (inactive >= r + spare) {
    verdict.layer2 = smallest_singular_value(all.Z(evidence.inactive, Eigen::all)) > kFullRank;
  }
  verdict.ambiguous = verdict.layer2 && opposite_fits(all, row, j, evidence.inactive);
  return verdict;
}

Matrix scaled_weights(const Problem& problem, const FoundRows& rows) {
  const Index d = problem.inputs_count();
  Matrix A = Matrix::Zero(d, d);
  for (Index j = 0; j < d; ++j)
    if (rows.row(j)) A.row(j) = scaled_row(problem, *rows.row(j), j);
  return A;
}

RowWeights row_weights(const Problem& problem, const FoundRows& rows) {
  const Index d = problem.inputs_count();
  RowWeights weights{Matrix::Zero(d, d), Matrix::Zero(d, problem.samples.Y.cols())};
  for (Index j = 0; j < d; ++j) {
    if (!rows.row(j)) continue;
    weights.A.row(j) = problem.scale(j) * scaled_row(problem, *rows.row(j), j).cwiseQuotient(problem.scale);
    weights.C.row(j) = problem.scale(j) * (problem.outputs.back.transpose() * rows.row(j)->g);
  }
  return weights;
}

Vector backward_errors(const Samples& samples, const RowWeights& weights) {
  const Index d = samples.inputs();
  const Matrix magnitude_A = weights.A.cwiseAbs(), magnitude_C = weights.C.cwiseAbs();
  Vector errors = Vector::Zero(d), sizes = Vector::Zero(d);
  for (Index first = 0; first < samples.count(); first += kChunk) {
    Underway::check();
    const Index count = std::min(kChunk, samples.count() - first);
    const Matrix X = samples.X.middleRows(first, count), Y = samples.Y.middleRows(first, count);
    const Matrix rest = Y * weights.C.transpose() - X - Matrix(X * weights.A.transpose()).cwiseMax(0.0);
    const Matrix size = Y.cwiseAbs() * magnitude_C.transpose() + X.cwiseAbs() + X.cwiseAbs() * magnitude_A.transpose();
    errors += rest.colwise().squaredNorm();
    sizes += size.colwise().squaredNorm();
  }
  return (sizes.array() > 0).select((errors.array() / sizes.array().max(1e-300)).sqrt(), 0.0);
}

}  // namespace resunit
