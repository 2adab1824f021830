#include "exact/certify.hpp"

#include <Eigen/Cholesky>
#include <Eigen/Eigenvalues>
#include <Eigen/QR>
#include <algorithm>
#include <cmath>

#include "exact/tolerances.hpp"
#include "linalg/lower_gram.hpp"
#include "parallel/underway.hpp"

namespace resunit {
namespace {

// (and 2 rho more where inputs repeat values: other rows then fit some by chance)
constexpr double kFullRank = 1e-7;          // smallest singular value of columns that are orthonormal over all samples
constexpr double kWellConditioned = 1e-10;  // smallest eigenvalue of a Gram matrix, estimated: independent by far
constexpr double kRounding = 1e-13;         // residual of a row over rms that may be rounding
constexpr double kLinear = 1e-10;           // squared share of an output that is not linear: counts as none
constexpr Index kChunk = 1024;

/// Is the smallest eigenvalue of a Gram matrix, or of a Schur complement in one, above kFullRank^2? Cholesky's estimate
/// of the condition tells most of the time, eigenvalues always.
bool is_definite(const Eigen::MatrixXd& gram) {
  const Eigen::LLT<Eigen::MatrixXd> cholesky(gram);
  const double norm = gram.cwiseAbs().colwise().sum().maxCoeff();
  if (cholesky.info() == Eigen::Success && cholesky.rcond() * norm > kWellConditioned) return true;
  const double least = Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd>(gram, Eigen::EigenvaluesOnly).eigenvalues()(0);
  return std::sqrt(std::max(0.0, least)) > kFullRank;
}

/// Are the columns of [Z, -s o W] independent on the samples that are evidence? Z'Z = I on all samples, which leaves
///     W_a'W_a - K'K,   K = Z_a'W_a,   on the active ones
/// to look at where no sample is on the hinge.
bool independent(const Spans& spans, const Split& split) {
  if (split.on_hinge.empty()) return is_definite(split.WW - split.ZW.transpose() * split.ZW);
  const Matrix Z = spans.Z(split.on_hinge, Eigen::all);
  const Eigen::MatrixXd outputs = Eigen::MatrixXd::Identity(Z.cols(), Z.cols()) - gram_of(Z);
  return is_definite(outputs) && is_definite(split.WW - split.ZW.transpose() * outputs.llt().solve(split.ZW));
}

/// How many outputs, of r, are linear in the inputs on some samples.
Index linear_outputs(const Spans& spans, const std::vector<Index>& samples) {
  const Matrix Z = spans.Z(samples, Eigen::all), W = spans.W(samples, Eigen::all);
  const Eigen::MatrixXd ZW = Z.transpose() * W;
  const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> inputs(gram_of(W));
  const Vector inverse = inputs.eigenvalues().unaryExpr([](double l) { return l > kLinear ? 1 / l : 0.0; });
  const Eigen::MatrixXd half = ZW * inputs.eigenvectors();
  const Eigen::MatrixXd rest = gram_of(Z) - half * inverse.asDiagonal() * half.transpose();
  const Vector left = Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd>(rest, Eigen::EigenvaluesOnly).eigenvalues();
  return (left.array() <= kLinear).count();
}

/// Are all inputs combinations of the outputs on the inactive samples? Then every row fits there, and which of them
/// this neuron belongs to is not told.
bool any_row_fits(const Spans& spans, const Split& split) {
  const Matrix Z = spans.Z(split.inactive, Eigen::all), X = spans.X(split.inactive, Eigen::all);
  Eigen::CompleteOrthogonalDecomposition<Eigen::MatrixXd> outputs;
  outputs.setThreshold(1e-9);
  outputs.compute(Z);
  return (Z * outputs.solve(Eigen::MatrixXd(X)) - X).norm() <= 1e-8 * X.norm();
}

/// Does a row with the activation pattern turned round fit the samples too? Samples on the hinge may go to either side.
bool opposite_fits(const Spans& spans, const FoundRow& row, Index j, const Split& split) {
  if (split.inactive.empty()) return false;
  Vector b = solve_pattern(spans, spans.PX.col(j), split.inactive);
  if (!split.on_hinge.empty()) b = fit_row(spans, j, b, kPatternRounds).b;
  const Vector u = spans.W * b, h = u.cwiseMax(0.0);
  const bool itself = (b - row.b).norm() <= 1e-6 * row.b.norm();
  const bool linear = u.minCoeff() >= -kHinge * u.cwiseAbs().maxCoeff();  // the place of a linear row is not this one's
  if (itself || linear || h.isZero(0)) return false;
  const Vector r = spans.X.col(j) + h;
  const Vector in_span = spans.Z * (spans.Z.transpose() * r);
  return in_span.norm() > 1e-7 * r.norm() && (r - in_span).norm() <= 1e-8 * r.norm();
}

/// The weights of row j on columns of unit rms; what stands beside the diagonal of a scale row is zero, if the row
/// holds as well without it.
Vector scaled_row(const Problem& problem, const FoundRow& row, Index j) {
  const Vector a = problem.inputs.back.transpose() * row.b;
  if (!only_scales(a, j)) return a;
  Vector diagonal = Vector::Zero(a.size());
  diagonal(j) = a(j);
  const Vector b = problem.all.W.transpose() * (problem.all.X.col(j) * a(j));
  const bool holds = row_residual(problem.all, j, b) <= 2 * row_residual(problem.all, j, row.b) + kRounding;
  return holds ? diagonal : a;
}

}  // namespace

RowVerdict weigh_evidence(const Problem& problem, const FoundRow& row, Index j, const Split& split, bool half_space) {
  const Index r = problem.rank_outputs(), rho = problem.rank_inputs(), d = problem.inputs_count();
  const Spans& all = problem.all;
  const Index spare = kSpare + (problem.has_ties ? 2 * rho : 0);
  if (row.b.isZero(0)) {  // never active: unless the samples lie in a half-space, only a = 0 does that
    const bool proved = (!half_space || (problem.bias && j == d - 1)) && all.count() >= r + spare;
    return {.noiseless = proved, .layer2 = proved && rho == d, .layer1 = proved && rho == d};
  }
  const auto active = static_cast<Index>(split.active.size()), inactive = static_cast<Index>(split.inactive.size());
  if (inactive == 0) return {};
  if (std::min(active, inactive) < r + rho + spare && any_row_fits(all, split)) return {};
  const bool enough =
      split.count() >= r + rho + spare && (inactive >= r + spare || split.count() >= r + 2 * rho + spare);
  // Outputs that are linear on the active samples satisfy a row's equations there whatever its weights (a = -e_j, c = 0
  // is one answer), so only as many inactive samples and some more are evidence.
  const bool enough_inactive =
      inactive >= r + spare || (enough && inactive >= linear_outputs(all, split.active) + spare);
  // As few active samples as there are weights fit anything, and special weights may make other outputs fit the rest.
  const bool enough_active = active >= rho + spare;
  const bool determined = enough && enough_inactive && independent(all, split);
  RowVerdict verdict;
  verdict.noiseless = determined || (inactive >= r + spare && is_definite(gram_of(all.Z(split.inactive, Eigen::all))));
  verdict.layer2 = verdict.noiseless && enough_active;
  verdict.layer1 = determined && enough_active && rho == d;
  verdict.ambiguous = verdict.layer2 && opposite_fits(all, row, j, split);
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
  const Vector unit = column_scales(samples.X).cwiseInverse();  // squares of tiny inputs would vanish
  for (Index first = 0; first < samples.count(); first += kChunk) {
    Underway::check();
    const Index count = std::min(kChunk, samples.count() - first);
    const Matrix X = samples.X.middleRows(first, count), Y = samples.Y.middleRows(first, count);
    const Matrix rest = Y * weights.C.transpose() - X - Matrix(X * weights.A.transpose()).cwiseMax(0.0);
    const Matrix size = Y.cwiseAbs() * magnitude_C.transpose() + X.cwiseAbs() + X.cwiseAbs() * magnitude_A.transpose();
    errors += (rest * unit.asDiagonal()).colwise().squaredNorm();
    sizes += (size * unit.asDiagonal()).colwise().squaredNorm();
  }
  return (sizes.array() > 0).select((errors.array() / sizes.array()).sqrt(), 0.0);
}

}  // namespace resunit
