// The sum behind every Gram matrix here, without the copies that BLAS needs:
//     G += sum_k w_k z_k z_k'   over chosen rows z_k of Z, on and near the lower triangle
// Tiles of 8 x 24 entries of G stay in registers while 64 samples pass by in the first-level cache.
#pragma once

#include "resunit/types.hpp"

namespace resunit {

/// Needs AVX-512 (has_avx512 of linalg/simd.hpp). `rows` lists `count` rows of Z (null: the first ones), `weights` are
/// by place in that list (null: `weight` for all).
void add_gram_by_kernel(const Matrix& Z, const int* rows, Index count, const double* weights, double weight, Matrix& G);

}  // namespace resunit
