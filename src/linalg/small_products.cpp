// SPDX-License-Identifier: BSD-3-Clause
#include "linalg/small_products.hpp"

#include <cassert>

#include "linalg/simd.hpp"

namespace resunit {
namespace {

/// Largest number of rows of B, which then fits the cache; with more rows BLAS is faster, because it rearranges B.
constexpr Index kMaxDepth = 320;

/// A vector of `Width` doubles, aligned to its size.
template <int Width>
struct Lanes;
template <>
struct Lanes<2> {
  using type = double __attribute__((vector_size(16), may_alias));
};
template <>
struct Lanes<4> {
  using type = double __attribute__((vector_size(32), may_alias));
};
template <>
struct Lanes<8> {
  using type = double __attribute__((vector_size(64), may_alias));
};

/// sum_k a(i, k) b_k, where a(i, k) is `left[i * row + k * column]` and b_k begins at `right + k * width`.
struct Factors {
  const double* left;
  Index row, column, depth;
  const double* right;
  Index width;  ///< of B and of C
};

/// Rows x (Width Vectors) entries of C, in registers during the loop over k.
template <int Width, int Rows, int Vectors, bool Subtract>
[[gnu::always_inline]] inline void tile(const Factors& f, Index i, Index j, double* C) {
  using Lane = typename Lanes<Width>::type;
  Lane sum[Rows][Vectors] = {};
  const double* left = f.left + i * f.row;
  const double* right = f.right + j;
  for (Index k = 0; k < f.depth; ++k, left += f.column, right += f.width)
#pragma GCC unroll 8
    for (int p = 0; p < Rows; ++p)
#pragma GCC unroll 2
      for (int v = 0; v < Vectors; ++v)
        sum[p][v] += left[p * f.row] * *reinterpret_cast<const Lane*>(right + v * Width);
#pragma GCC unroll 8
  for (int p = 0; p < Rows; ++p)
#pragma GCC unroll 2
    for (int v = 0; v < Vectors; ++v) {
      auto& to = *reinterpret_cast<Lane*>(C + (i + p) * f.width + j + v * Width);
      to = Subtract ? to - sum[p][v] : sum[p][v];
    }
}

template <int Width, int Rows, int Vectors, bool Subtract>
[[gnu::always_inline]] inline void tiles(const Factors& f, Index i, double* C) {
  Index j = 0;
  for (; j + Vectors * Width <= f.width; j += Vectors * Width) tile<Width, Rows, Vectors, Subtract>(f, i, j, C);
  for (; j < f.width; j += Width) tile<Width, Rows, 1, Subtract>(f, i, j, C);
}

template <int Width, int Rows, int Vectors, bool Subtract>
[[gnu::always_inline]] inline void all_tiles(const Factors& f, Index rows, double* C) {
  Index i = 0;
  for (; i + Rows <= rows; i += Rows) tiles<Width, Rows, Vectors, Subtract>(f, i, C);
  for (; i < rows; ++i) tiles<Width, 1, Vectors, Subtract>(f, i, C);
}

using Kernel = void (*)(const Factors& f, Index rows, double* C);
struct Kernels {
  Kernel set, subtract;
};

// The sums fill the vector registers: 32 of eight numbers (AVX-512), 16 of four (AVX2), 16 of two.
void set_anywhere(const Factors& f, Index rows, double* C) {
  all_tiles<2, 4, 2, false>(f, rows, C);
}
void subtract_anywhere(const Factors& f, Index rows, double* C) {
  all_tiles<2, 4, 2, true>(f, rows, C);
}
#if defined(__x86_64__)
[[gnu::target("avx2,fma")]] void set_by_avx2(const Factors& f, Index rows, double* C) {
  all_tiles<4, 6, 2, false>(f, rows, C);
}
[[gnu::target("avx2,fma")]] void subtract_by_avx2(const Factors& f, Index rows, double* C) {
  all_tiles<4, 6, 2, true>(f, rows, C);
}
[[gnu::target("avx512f,avx512dq,avx512bw,avx512vl")]] void set_by_avx512(const Factors& f, Index rows, double* C) {
  all_tiles<8, 8, 2, false>(f, rows, C);
}
[[gnu::target("avx512f,avx512dq,avx512bw,avx512vl")]] void subtract_by_avx512(const Factors& f, Index rows, double* C) {
  all_tiles<8, 8, 2, true>(f, rows, C);
}
#endif

Kernels choose_kernels() {
#if defined(__x86_64__)
  if (has_avx512()) return {set_by_avx512, subtract_by_avx512};
  if (has_avx2()) return {set_by_avx2, subtract_by_avx2};
#endif
  return {set_anywhere, subtract_anywhere};
}

const Kernels& kernels() {
  static const Kernels chosen = choose_kernels();
  return chosen;
}

}  // namespace

void product(const Matrix& A, Index rows, const Matrix& B, Matrix& C) {
  assert(rows <= A.rows() && rows <= C.rows() && B.rows() <= A.cols());
  assert(B.cols() == C.cols() && B.cols() == padded(B.cols()));
  if (B.rows() > kMaxDepth) {
    C.topRows(rows).noalias() = A.topRows(rows).leftCols(B.rows()) * B;
    return;
  }
  kernels().set(
      {.left = A.data(), .row = A.cols(), .column = 1, .depth = B.rows(), .right = B.data(), .width = B.cols()}, rows,
      C.data());
}

void subtract_product(const Matrix& A, Index rows, const Matrix& B, Matrix& C) {
  assert(rows <= A.rows() && rows <= B.rows() && C.rows() <= A.cols());
  assert(B.cols() == C.cols() && B.cols() == padded(B.cols()));
  kernels().subtract(
      {.left = A.data(), .row = 1, .column = A.cols(), .depth = rows, .right = B.data(), .width = B.cols()}, C.rows(),
      C.data());
}

}  // namespace resunit
