// SPDX-License-Identifier: BSD-3-Clause
#include "noise/descent/kaufman.hpp"

#include <algorithm>

#include "parallel/progress_scope.hpp"

namespace resunit {
namespace {

// Samples per chunk: at d = 16 the two tables of pairs take 300 kB and fit the second-level cache.
constexpr Index kChunk = 128;

constexpr Index pairs_of(Index count) {
  return count * (count + 1) / 2;
}

/// Columns u_a u_b, a <= b, in the order (0,0), (0,1), .., (1,1), (1,2), ..
void multiply_columns(const Eigen::MatrixXd& columns, Index rows, Eigen::MatrixXd& products) {
  Index pair = 0;
  for (Index a = 0; a < columns.cols(); ++a)
    for (Index b = a; b < columns.cols(); ++b)
      products.col(pair++).head(rows) = columns.col(a).head(rows).cwiseProduct(columns.col(b).head(rows));
}

/// The symmetric block from a packed column of pairs.
template <class Block>
void unpack(const double* packed, Block&& block) {
  const Index d = block.rows();
  for (Index a = 0; a < d; ++a)
    for (Index b = a; b < d; ++b) block(a, b) = block(b, a) = *packed++;
}

}  // namespace

void ProjectedGram::multiply_pairs(const MatrixView& X, const Matrix& D) {
  const Index d = X.cols(), hinges = D.cols();
  signs_.setOnes(kChunk, hinges + 1);
  inputs_.resize(kChunk, d);
  sign_pairs_.resize(kChunk, pairs_of(hinges + 1));
  input_pairs_.resize(kChunk, pairs_of(d));
  pairs_.setZero(pairs_of(d), pairs_of(hinges + 1));
  for (Index first = 0; first < X.rows(); first += kChunk) {
    check_cancelled();
    const Index rows = std::min(kChunk, X.rows() - first);
    signs_.rightCols(hinges).topRows(rows) = D.middleRows(first, rows);
    inputs_.topRows(rows) = X.middleRows(first, rows);
    multiply_columns(signs_, rows, sign_pairs_);
    multiply_columns(inputs_, rows, input_pairs_);
    pairs_.noalias() += input_pairs_.topRows(rows).transpose() * sign_pairs_.topRows(rows);
  }
}

/// From pairs_ to X'Z in XZ_ and the full Z'Z in K_.
void ProjectedGram::unpack_blocks(Index d) {
  const Index hinges = signs_.cols() - 1;
  XZ_.resize(d, hinges * d);
  K_.resize(hinges * d, hinges * d);
  Index pair = 1;  // after X'X
  for (Index k = 0; k < hinges; ++k) unpack(pairs_.col(pair++).data(), XZ_.middleCols(k * d, d));
  for (Index j = 0; j < hinges; ++j)
    for (Index k = j; k < hinges; ++k) {
      unpack(pairs_.col(pair++).data(), K_.block(k * d, j * d, d, d));
      if (k != j) K_.block(j * d, k * d, d, d) = K_.block(k * d, j * d, d, d);
    }
}

void ProjectedGram::compute(Family family, const UnitSamples& samples, const Matrix& A, const Projection& at) {
  const Index d = samples.inputs(), hinges = A.rows();
  multiply_pairs(samples.X, at.D);
  unpack_blocks(d);

  L_.resize(at.R.cols(), hinges * d);
  for (Index j = 0; j < hinges; ++j) L_.row(j).noalias() = A.row(j) * K_.middleRows(j * d, d);
  if (family == Family::unit) {
    L_.bottomRows(samples.hidden() - hinges) = XZ_.middleRows(hinges, samples.hidden() - hinges);
    L_.topRows(hinges) += XZ_.topRows(hinges);
  } else {
    L_.bottomRows(d) = XZ_;
  }
  project_out_R(at);
}

void ProjectedGram::compute_for(const Matrix& D, const UnitSamples& samples, const Projection& at) {
  const Index d = samples.inputs();
  multiply_pairs(samples.X, D);
  unpack_blocks(d);
  L_.resize(at.R.cols(), D.cols() * d);
  for (Index j = 0; j < D.cols(); ++j)
    L_.middleCols(j * d, d).noalias() = at.R.transpose() * (D.col(j).asDiagonal() * samples.X);
  project_out_R(at);
}

/// From R'Z to L, and from Z'Z to K.
void ProjectedGram::project_out_R(const Projection& at) {
  at.normal.matrixL().solveInPlace(L_);
  K_.selfadjointView<Eigen::Lower>().rankUpdate(L_.transpose(), -1.0);
}

void weight_blocks(const Eigen::MatrixXd& K, const Eigen::MatrixXd& weights, double scale, Eigen::MatrixXd& hessian) {
  const Index hinges = weights.rows(), d = K.rows() / hinges;
  hessian.resize(K.rows(), K.cols());
  for (Index j = 0; j < hinges; ++j)
    for (Index k = j; k < hinges; ++k)
      hessian.block(k * d, j * d, d, d) = (scale * weights(k, j)) * K.block(k * d, j * d, d, d);
}

}  // namespace resunit
