// SPDX-License-Identifier: BSD-3-Clause
#include "exact/weights.hpp"

#include <algorithm>

#include "linalg/basis.hpp"
#include "parallel/progress_scope.hpp"

namespace resunit {
namespace {

constexpr double kRowRounding = 1e-13;  ///< row_residual that may be rounding error
constexpr Index kErrorChunk = 1024;     ///< number of samples per chunk

/// The weights of row j for standardized inputs. The entries of a scale row beyond the diagonal are set to zero if the
/// row fits equally well without them.
Vector scaled_row(const ExactProblem& problem, const FoundRow& row, Index j) {
  const Vector a = problem.inputs.from_basis.transpose() * row.b;
  if (!is_nearly_scale_row(a, j)) return a;
  const Spans& samples = problem.working_set;
  Vector diagonal = Vector::Zero(a.size());
  diagonal(j) = a(j);
  const Vector b = samples.W.transpose() * (samples.X.col(j) * a(j));
  const bool holds = row_residual(samples, j, b) <= 2 * row_residual(samples, j, row.b) + kRowRounding;
  return holds ? diagonal : a;
}

}  // namespace

Matrix scaled_weights(const ExactProblem& problem, const FoundRows& rows) {
  const Index d = problem.inputs_count();
  Matrix A = Matrix::Zero(d, d);
  for (Index j = 0; j < d; ++j)
    if (rows.row(j)) A.row(j) = scaled_row(problem, *rows.row(j), j);
  return A;
}

RowWeights row_weights(const ExactProblem& problem, const FoundRows& rows) {
  const Index d = problem.inputs_count();
  RowWeights weights{Matrix::Zero(d, d), Matrix::Zero(d, problem.samples.Y.cols())};
  for (Index j = 0; j < d; ++j) {
    if (!rows.row(j)) continue;
    weights.A.row(j) = problem.scale(j) * scaled_row(problem, *rows.row(j), j).cwiseQuotient(problem.scale);
    weights.C.row(j) = problem.scale(j) * (problem.outputs.from_basis.transpose() * rows.row(j)->g);
  }
  return weights;
}

Vector backward_errors(const Samples& samples, const RowWeights& weights) {
  const Index d = samples.inputs();
  const Matrix magnitude_A = weights.A.cwiseAbs(), magnitude_C = weights.C.cwiseAbs();
  Vector errors = Vector::Zero(d), sizes = Vector::Zero(d);
  const Vector unit = column_scales(samples.X).cwiseInverse();  // squares of tiny inputs would vanish
  for (Index first = 0; first < samples.count(); first += kErrorChunk) {
    check_cancelled();
    const Index count = std::min(kErrorChunk, samples.count() - first);
    const Matrix X = samples.X.middleRows(first, count), Y = samples.Y.middleRows(first, count);
    const Matrix rest = Y * weights.C.transpose() - X - Matrix(X * weights.A.transpose()).cwiseMax(0.0);
    const Matrix size = Y.cwiseAbs() * magnitude_C.transpose() + X.cwiseAbs() + X.cwiseAbs() * magnitude_A.transpose();
    errors += (rest * unit.asDiagonal()).colwise().squaredNorm();
    sizes += (size * unit.asDiagonal()).colwise().squaredNorm();
  }
  return (sizes.array() > 0).select((errors.array() / sizes.array()).sqrt(), 0.0);
}

}  // namespace resunit
