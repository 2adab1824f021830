// SPDX-License-Identifier: BSD-3-Clause
// The sum of every Gram matrix, without the copies that BLAS requires:
//     G += sum_k w_k z_k z_k'   over selected rows z_k of Z, on the tiles that meet the lower triangle
// Tiles of 8 x 24 entries of G stay in registers during a loop over 64 samples in the first-level cache.
#pragma once

#include "resunit/types.hpp"

namespace resunit {

/// Requires AVX-512 (has_avx512 in linalg/simd.hpp). `rows` lists `count` rows of Z (null: the first ones); weights[k]
/// belongs to rows[k] (null: `weight` for all).
void add_gram_by_kernel(const Matrix& Z, const int* rows, Index count, const double* weights, double weight, Matrix& G);

}  // namespace resunit
