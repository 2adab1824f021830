// SPDX-License-Identifier: BSD-3-Clause
// Products of matrices that fit the cache, for which the overhead of a BLAS call is as large as the product itself.
// GFLOP/s of one thread for 32 x d by d x d, ours and OpenBLAS: 73, 60 at d = 16 and 78, 73 at d = 100 (AVX-512);
// 41, 23 and 38, 32 (AVX2).
//     product(A, rows, B, C):              C  = A B     for the first rows of A and C
//     subtract_product(A, rows, B, C):     C -= A'B     over the first rows of A and B
// B and C have a number of columns that fills whole vectors (`padded`); columns beyond the true ones are zero or never
// read. A may have more columns than B or C has rows.
#pragma once

#include "resunit/types.hpp"

namespace resunit {

/// `columns` rounded up to whole vectors of eight numbers.
constexpr Index padded(Index columns) {
  return (columns + 7) / 8 * 8;
}

/// A copy padded with columns of zeros.
template <class Derived>
Matrix with_padding(const Eigen::MatrixBase<Derived>& matrix) {
  Matrix result = Matrix::Zero(matrix.rows(), padded(matrix.cols()));
  result.leftCols(matrix.cols()) = matrix;
  return result;
}

void product(const Matrix& A, Index rows, const Matrix& B, Matrix& C);
void subtract_product(const Matrix& A, Index rows, const Matrix& B, Matrix& C);

}  // namespace resunit
