#include "linalg/small_products.hpp"

#include <cassert>

#include "linalg/simd.hpp"

namespace resunit {
namespace {

/// Eight numbers at an address that is a multiple of 64; the compiler splits them where the CPU has shorter vectors.
using Lanes = double __attribute__((vector_size(64), may_alias));
constexpr Index kLanes = 8;

/// sum_k a(i, k) b_k, where a(i, k) is `left[i * row + k * column]` and b_k begins at `right + k * width`.
struct Factors {
  const double* left;
  Index row, column, depth;
  const double* right;
  Index width;  ///< of B and of C
};

/// Rows x (8 Vectors) entries of C, in registers while k runs.
template <int Rows, int Vectors, bool Subtract>
[[gnu::always_inline]] inline void tile(const Factors& f, Index i, Index j, double* C) {
  Lanes sum[Rows][Vectors] = {};
  const double* left = f.left + i * f.row;
  const double* right = f.right + j;
  for (Index k = 0; k < f.depth; ++k, left += f.column, right += f.width)
#pragma GCC unroll 8
    for (int p = 0; p < Rows; ++p)
#pragma GCC unroll 2
      for (int v = 0; v < Vectors; ++v)
        sum[p][v] += left[p * f.row] * *reinterpret_cast<const Lanes*>(right + v * kLanes);
#pragma GCC unroll 8
  for (int p = 0; p < Rows; ++p)
#pragma GCC unroll 2
    for (int v = 0; v < Vectors; ++v) {
      auto& to = *reinterpret_cast<Lanes*>(C + (i + p) * f.width + j + v * kLanes);
      to = Subtract ? to - sum[p][v] : sum[p][v];
    }
}

template <int Rows, bool Subtract>
[[gnu::always_inline]] inline void tiles(const Factors& f, Index i, double* C) {
  Index j = 0;
  for (; j + 2 * kLanes <= f.width; j += 2 * kLanes) tile<Rows, 2, Subtract>(f, i, j, C);
  if (j < f.width) tile<Rows, 1, Subtract>(f, i, j, C);
}

template <bool Subtract>
[[gnu::always_inline]] inline void all_tiles(const Factors& f, Index rows, double* C) {
  constexpr Index kTileRows = 8;
  Index i = 0;
  for (; i + kTileRows <= rows; i += kTileRows) tiles<kTileRows, Subtract>(f, i, C);
  for (; i < rows; ++i) tiles<1, Subtract>(f, i, C);
}

RESUNIT_MULTIVERSION void set_product(const Factors& f, Index rows, double* C) {
  all_tiles<false>(f, rows, C);
}
RESUNIT_MULTIVERSION void reduce_by_product(const Factors& f, Index rows, double* C) {
  all_tiles<true>(f, rows, C);
}

}  // namespace

void product(const Matrix& A, Index rows, const Matrix& B, Matrix& C) {
  assert(rows <= A.rows() && rows <= C.rows() && B.rows() <= A.cols());
  assert(B.cols() == C.cols() && B.cols() % kLanes == 0);
  set_product({.left = A.data(), .row = A.cols(), .column = 1, .depth = B.rows(), .right = B.data(), .width = B.cols()},
              rows, C.data());
}

void subtract_product(const Matrix& A, Index rows, const Matrix& B, Matrix& C) {
  assert(rows <= A.rows() && rows <= B.rows() && C.rows() <= A.cols());
  assert(B.cols() == C.cols() && B.cols() % kLanes == 0);
  reduce_by_product(
      {.left = A.data(), .row = 1, .column = A.cols(), .depth = rows, .right = B.data(), .width = B.cols()}, C.rows(),
      C.data());
}

}  // namespace resunit
