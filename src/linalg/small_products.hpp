// Products of matrices that fit the cache, where calls of BLAS would cost as much as the products. GFLOP/s of a thread
// for 32 x d by d x d, ours and OpenBLAS's: 73, 60 at d = 16; 78, 73 at d = 100 (AVX-512); 41, 23 and 38, 32 (AVX2).
//     product(A, rows, B, C):              C  = A B     for the first rows of A and C
//     subtract_product(A, rows, B, C):     C -= A'B     over the first rows of A and B
// B and C have columns in whole vectors (`padded`); what is beyond the true ones is zero, or never looked at. A may
// have more columns than B or C has rows.
#pragma once

#include "resunit/types.hpp"

namespace resunit {

/// Columns that fill whole vectors.
constexpr Index padded(Index columns) {
  return (columns + 7) / 8 * 8;
}

/// A copy with columns of zeros behind.
inline Matrix with_padding(const MatrixView& matrix) {
  Matrix result = Matrix::Zero(matrix.rows(), padded(matrix.cols()));
  result.leftCols(matrix.cols()) = matrix;
  return result;
}

void product(const Matrix& A, Index rows, const Matrix& B, Matrix& C);
void subtract_product(const Matrix& A, Index rows, const Matrix& B, Matrix& C);

}  // namespace resunit
