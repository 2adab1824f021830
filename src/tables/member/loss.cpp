// SPDX-License-Identifier: BSD-3-Clause
#include "tables/member/loss.hpp"

#include <cblas.h>

#include <algorithm>

#include "linalg/simd.hpp"
#include "parallel/parallel_for.hpp"

namespace resunit::regression {
namespace {

constexpr Index kLossChunk = 512;       ///< rows; at k = 128 one chunk of Z takes 256 kB
constexpr Index kRowsPerSlice = 16384;  ///< threads divide slices

/// For one output, row by row: e <- e + (z)^+ v;  dV <- dV + e (z)^+;  z <- e [z > 0].  Returns |e|^2.
RESUNIT_MULTIVERSION double single_output_pass(float* Z, Index rows, Index k, const float* v, float* e, float* dV) {
  double square = 0;
  for (Index i = 0; i < rows; ++i) {
    float* z = Z + i * k;
    float sum = e[i];
#pragma omp simd reduction(+ : sum)
    for (Index j = 0; j < k; ++j) sum += (z[j] > 0 ? z[j] : 0) * v[j];
    e[i] = sum;
    square += static_cast<double>(sum) * sum;
#pragma omp simd
    for (Index j = 0; j < k; ++j) {
      dV[j] += sum * (z[j] > 0 ? z[j] : 0);
      z[j] = z[j] > 0 ? sum : 0;
    }
  }
  return square;
}

RESUNIT_MULTIVERSION void mask(const float* R, float* Q, Index count) {
#pragma omp simd
  for (Index i = 0; i < count; ++i) Q[i] = R[i] > 0 ? Q[i] : 0;
}

// The two products call BLAS directly: Eigen would set the result to zero and then add to it, which costs 5% of the
// time of a fit.

/// Z <- X A' for `count` rows of X.
void activations(const float* X, const MatrixF& A, Index count, MatrixF& Z) {
  const auto k = static_cast<int>(A.rows()), q = static_cast<int>(A.cols());
  if (k == 0) return;
  cblas_sgemm(CblasRowMajor, CblasNoTrans, CblasTrans, static_cast<int>(count), k, q, 1, X, q, A.data(), q, 0, Z.data(),
              k);
}

/// P <- Z'X over `count` rows.
void products(const MatrixF& Z, const float* X, Index count, MatrixF& P) {
  const auto k = static_cast<int>(P.rows()), q = static_cast<int>(P.cols());
  if (k == 0) return;
  cblas_sgemm(CblasRowMajor, CblasTrans, CblasNoTrans, k, q, static_cast<int>(count), 1, Z.data(), k, X, q, 0, P.data(),
              q);
}

std::vector<Spans> sliced(const Spans& spans) {
  std::vector<Spans> slices(1);
  Index filled = 0;
  for (const Span& span : spans)
    for (Index begin = span.begin; begin < span.end; begin += kLossChunk) {
      const Index end = std::min(begin + kLossChunk, span.end);
      if (filled >= kRowsPerSlice) {
        slices.emplace_back();
        filled = 0;
      }
      slices.back().push_back({begin, end});
      filled += end - begin;
    }
  return slices;
}

using ConstMap = Eigen::Map<const Matrix>;
using Map = Eigen::Map<Matrix>;

}  // namespace

Vector packed(const Network& network) {
  Vector weights(network.A.size() + network.W.size() + network.V.size());
  weights << network.A.reshaped<Eigen::RowMajor>(), network.W.reshaped<Eigen::RowMajor>(),
      network.V.reshaped<Eigen::RowMajor>();
  return weights;
}

Network unpacked(const Vector& weights, Index k, Index q, Index m) {
  return {.A = ConstMap(weights.data(), k, q),
          .W = ConstMap(weights.data() + k * q, m, q),
          .V = ConstMap(weights.data() + (k + m) * q, m, k)};
}

Loss::Loss(const Rows& rows, Spans spans, Index width, int threads)
    : rows_(rows), count_(size(spans)), k_(width), q_(rows.inputs()), m_(rows.outputs()), threads_(threads) {
  for (Spans& chunks : sliced(spans)) {
    const Index largest = std::min(kLossChunk, size(chunks));
    slices_.push_back({.chunks = std::move(chunks),
                       .Z = MatrixF(largest, k_),
                       .E = MatrixF(largest, m_),
                       .R = MatrixF(m_ > 1 ? largest : 0, k_),
                       .dA = MatrixF(k_, q_),
                       .dW = MatrixF(m_, q_),
                       .dV = MatrixF(m_, k_),
                       .gradient = Vector((k_ + m_) * q_ + m_ * k_)});
  }
}

void Loss::add_chunk(Slice& slice, const Span& chunk) const {
  const Index count = chunk.size();
  const auto X = rows_.X.middleRows(chunk.begin, count);
  auto E = slice.E.topRows(count);
  activations(rows_.X.row(chunk.begin).data(), A_, count, slice.Z);
  E.noalias() = X * W_.transpose();
  E -= rows_.Y.middleRows(chunk.begin, count);
  if (m_ == 1) {
    slice.dV.setZero();
    slice.square += single_output_pass(slice.Z.data(), count, k_, V_.data(), slice.E.data(), slice.dV.data());
  } else {
    auto R = slice.R.topRows(count);
    R = slice.Z.topRows(count).cwiseMax(0.0F);
    E.noalias() += R * V_.transpose();
    slice.square += E.cast<double>().squaredNorm();
    slice.dV.noalias() = E.transpose() * R;
    slice.Z.topRows(count).noalias() = E * V_;
    mask(slice.R.data(), slice.Z.data(), count * k_);
  }
  products(slice.Z, rows_.X.row(chunk.begin).data(), count, slice.dA);
  slice.dW.noalias() = E.transpose() * X;
  Map(slice.gradient.data(), k_, q_) += slice.dA.cast<double>();
  Map(slice.gradient.data() + k_ * q_, m_, q_) += slice.dW.cast<double>();
  Map(slice.gradient.data() + (k_ + m_) * q_, m_, k_) += slice.dV.cast<double>();
}

void Loss::add_slice(Slice& slice) const {
  slice.square = 0;
  slice.gradient.setZero();
  for (const Span& chunk : slice.chunks) add_chunk(slice, chunk);
}

double Loss::add_penalty(const Vector& weights, double lambda, Vector& gradient) const {
  const ConstMap A(weights.data(), k_, q_), W(weights.data() + k_ * q_, m_, q_);
  const ConstMap V(weights.data() + (k_ + m_) * q_, m_, k_);
  Map(gradient.data(), k_, q_).leftCols(q_ - 1) += lambda * A.leftCols(q_ - 1);
  Map(gradient.data() + k_ * q_, m_, q_).leftCols(q_ - 1) += kLinearPenalty * W.leftCols(q_ - 1);
  Map(gradient.data() + (k_ + m_) * q_, m_, k_) += lambda * V;
  return lambda / 2 * (A.leftCols(q_ - 1).squaredNorm() + V.squaredNorm()) +
         kLinearPenalty / 2 * W.leftCols(q_ - 1).squaredNorm();
}

double Loss::operator()(const Vector& weights, double lambda, Vector& gradient) {
  A_ = ConstMap(weights.data(), k_, q_).cast<float>();
  W_ = ConstMap(weights.data() + k_ * q_, m_, q_).cast<float>();
  V_ = ConstMap(weights.data() + (k_ + m_) * q_, m_, k_).cast<float>();
  parallel_for(static_cast<Index>(slices_.size()), threads_,
               [this](Index s) { add_slice(slices_[static_cast<std::size_t>(s)]); });
  double square = 0;
  gradient.setZero(weights.size());
  for (const Slice& slice : slices_) {
    square += slice.square;
    gradient += slice.gradient;
  }
  gradient /= static_cast<double>(count_);
  // With one output, Z contains the residuals of active neurons; the factor v_j is applied here.
  if (m_ == 1) Map(gradient.data(), k_, q_).array().colwise() *= weights.tail(k_).array();
  return square / (2 * static_cast<double>(count_)) + add_penalty(weights, lambda, gradient);
}

}  // namespace resunit::regression
