// SPDX-License-Identifier: BSD-3-Clause
#include "linalg/gram_kernel.hpp"

#include <algorithm>
#include <cassert>

#if defined(__x86_64__)
#include <immintrin.h>
#define RESUNIT_KERNEL __attribute__((target("avx512f,avx512dq,avx512bw,avx512vl")))
#endif

namespace resunit {

#if defined(__x86_64__)
namespace {

constexpr Index kSamples = 64;  ///< per slice: at r = 100 they take 51 kB
constexpr Index kLanes = 8;     ///< doubles per vector register
constexpr Index kTileRows = 8;

/// At most kSamples samples and their weights.
struct Slice {
  const double* z[kSamples];
  double weights[kSamples];
  Index count = 0;
};

/// Adds the entries (k .. k+7, l .. l + 8 Vectors - 1) of G. Rows beyond the last one repeat it and are not stored.
template <int Vectors>
RESUNIT_KERNEL void add_tile(const Slice& slice, Index r, Index k, Index l, double* G) {
  __mmask8 mask[Vectors];
  for (int v = 0; v < Vectors; ++v)
    mask[v] = static_cast<__mmask8>((1u << std::min<Index>(kLanes, r - l - v * kLanes)) - 1);
  Index at[kTileRows];
  for (Index p = 0; p < kTileRows; ++p) at[p] = std::min(k + p, r - 1);
  __m512d sum[kTileRows][Vectors];
#pragma GCC unroll 8
  for (Index p = 0; p < kTileRows; ++p)
#pragma GCC unroll 3
    for (int v = 0; v < Vectors; ++v) sum[p][v] = _mm512_setzero_pd();
  for (Index i = 0; i < slice.count; ++i) {
    const double* z = slice.z[i];
    const __m512d weight = _mm512_set1_pd(slice.weights[i]);
    __m512d right[Vectors];
    for (int v = 0; v < Vectors; ++v)
      right[v] = _mm512_mul_pd(weight, _mm512_maskz_loadu_pd(mask[v], z + l + v * kLanes));
#pragma GCC unroll 8
    for (Index p = 0; p < kTileRows; ++p) {
      const __m512d left = _mm512_set1_pd(z[at[p]]);
#pragma GCC unroll 3
      for (int v = 0; v < Vectors; ++v) sum[p][v] = _mm512_fmadd_pd(left, right[v], sum[p][v]);
    }
  }
#pragma GCC unroll 8
  for (Index p = 0; p < kTileRows; ++p) {  // constant bounds keep the sums in registers
    if (k + p >= r) break;
#pragma GCC unroll 3
    for (int v = 0; v < Vectors; ++v) {
      double* to = G + (k + p) * r + l + v * kLanes;
      _mm512_mask_storeu_pd(to, mask[v], _mm512_add_pd(_mm512_maskz_loadu_pd(mask[v], to), sum[p][v]));
    }
  }
}

void add_slice(const Slice& slice, Index r, double* G) {
  for (Index k = 0; k < r; k += kTileRows) {
    Index l = 0;
    const Index end = k + kTileRows;  // the diagonal tile ends here
    for (; l + 3 * kLanes <= end; l += 3 * kLanes) add_tile<3>(slice, r, k, l, G);
    if (end - l == 2 * kLanes) add_tile<2>(slice, r, k, l, G);
    if (end - l == kLanes) add_tile<1>(slice, r, k, l, G);
  }
}

}  // namespace

void add_gram_by_kernel(const Matrix& Z, const int* rows, Index count, const double* weights, double weight,
                        Matrix& G) {
  const Index r = Z.cols();
  assert(G.rows() == r && G.cols() == r);
  Slice slice;
  for (Index first = 0; first < count; first += kSamples) {
    slice.count = std::min(kSamples, count - first);
    for (Index i = 0; i < slice.count; ++i) {
      slice.z[i] = Z.data() + (rows ? rows[first + i] : first + i) * r;
      slice.weights[i] = weights ? weights[first + i] : weight;
    }
    add_slice(slice, r, G.data());
  }
}

#else

void add_gram_by_kernel(const Matrix&, const int*, Index, const double*, double, Matrix&) {
  assert(false);
}

#endif

}  // namespace resunit
