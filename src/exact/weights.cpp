// SPDX-License-Identifier: BSD-3-Clause
#include "exact/weights.hpp"

#include <algorithm>

#include "exact/tolerances.hpp"
#include "linalg/basis.hpp"
#include "linalg/project_out.hpp"
#include "model/unit_parts.hpp"
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

/// One step of iterative refinement of row j, with its activation pattern.
void refine(const ExactProblem& problem, Index j, RowWeights& weights) {
  const Spans& all = problem.working_set;
  const Matrix &X = problem.samples.X, &Y = problem.samples.Y;
  const Vector u = X * weights.A.row(j).transpose();
  const Vector rest = (X.col(j) + u.cwiseMax(0.0) - Y * weights.C.row(j).transpose()) / problem.scale(j);
  const Vector b = solve_pattern(all, project_out(all.Z, rest), active_samples(u));
  const Vector r = rest + (u.array() > 0).select(all.W * b, 0.0);
  weights.A.row(j) += problem.scale(j) * (problem.inputs.from_basis.transpose() * b).cwiseQuotient(problem.scale);
  weights.C.row(j) += problem.scale(j) * (problem.outputs.from_basis.transpose() * (all.Z.transpose() * r));
}

}  // namespace

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

RowWeights row_weights(const Samples& samples, const Unit& unit) {
  const Basis outputs = orthonormal_basis(samples.Y, kOutputRank);
  return {unit.A, (hidden_layer(unit, samples.X).transpose() * outputs.Z) * outputs.from_basis};
}

BackwardErrorSums::BackwardErrorSums(const Vector& input_scales)
    : inverse_scales_(input_scales.cwiseInverse()),
      errors_(Vector::Zero(input_scales.size())),
      sizes_(Vector::Zero(input_scales.size())) {}

void BackwardErrorSums::add(const Samples& samples, const RowWeights& weights) {
  const MatrixView &X = samples.X, &Y = samples.Y;
  const Matrix rest = Y * weights.C.transpose() - X - Matrix(X * weights.A.transpose()).cwiseMax(0.0);
  const Matrix size =
      Y.cwiseAbs() * weights.C.cwiseAbs().transpose() + X.cwiseAbs() + X.cwiseAbs() * weights.A.cwiseAbs().transpose();
  errors_ += (rest * inverse_scales_.asDiagonal()).colwise().squaredNorm();
  sizes_ += (size * inverse_scales_.asDiagonal()).colwise().squaredNorm();
}

BackwardErrorSums& BackwardErrorSums::operator+=(const BackwardErrorSums& other) {
  errors_ += other.errors_;
  sizes_ += other.sizes_;
  return *this;
}

Vector BackwardErrorSums::errors() const {
  return (sizes_.array() > 0).select((errors_.array() / sizes_.array()).sqrt(), 0.0);
}

Vector backward_errors(const Samples& samples, const RowWeights& weights) {
  BackwardErrorSums sums(column_scales(samples.X));
  for (Index first = 0; first < samples.count(); first += kErrorChunk) {
    check_cancelled();
    const Index count = std::min(kErrorChunk, samples.count() - first);
    sums.add({samples.X.middleRows(first, count), samples.Y.middleRows(first, count)}, weights);
  }
  return sums.errors();
}

void refine_inaccurate_rows(const Samples& samples, const ExactProblem& problem, const FoundRows& rows,
                            RowWeights& weights, Vector& errors) {
  RowWeights refined = weights;
  bool changed = false;
  for (Index j = 0; j < errors.size(); ++j) {
    check_cancelled();
    if (!rows.row(j) || rows.row(j)->b.isZero(0) || errors(j) <= kLargestBackwardError) continue;
    if (is_nearly_scale_row(weights.A.row(j).transpose().cwiseProduct(problem.scale), j)) continue;
    refine(problem, j, refined);
    changed = true;
  }
  if (!changed) return;
  const Vector refined_errors = backward_errors(samples, refined);
  for (Index j = 0; j < errors.size(); ++j) {
    if (!(refined_errors(j) < errors(j))) continue;
    weights.A.row(j) = refined.A.row(j);
    weights.C.row(j) = refined.C.row(j);
    errors(j) = refined_errors(j);
  }
}

}  // namespace resunit
