// SPDX-License-Identifier: BSD-3-Clause
#include "linalg/small_products.hpp"

#include <gtest/gtest.h>

#include <limits>

#include "support/random.hpp"

namespace resunit {
namespace {

using test::Random;

constexpr double kEpsilon = std::numeric_limits<double>::epsilon();
constexpr double kUntouched = 7;

/// Pads with NaN: columns beyond the true ones must not be read.
Matrix with_nan_padding(const Matrix& matrix) {
  Matrix result = Matrix::Constant(matrix.rows(), padded(matrix.cols()), std::numeric_limits<double>::quiet_NaN());
  result.leftCols(matrix.cols()) = matrix;
  return result;
}

TEST(SmallProducts, PaddingFillsVectorsOfEight) {
  EXPECT_EQ(padded(1), 8);
  EXPECT_EQ(padded(8), 8);
  EXPECT_EQ(padded(9), 16);
  const Matrix M = with_padding(Matrix::Ones(2, 3));
  EXPECT_EQ(M.cols(), 8);
  EXPECT_EQ(M.sum(), 6);
}

TEST(SmallProducts, AgreeWithPlainLoops) {
  Random random(1);
  for (const Index rows : {1, 3, 4, 7, 8, 9, 33})
    for (const Index depth : {1, 3, 8, 17, 330})
      for (const Index columns : {1, 8, 12, 16, 25, 40}) {
        const Matrix A = with_nan_padding(random.gaussian(rows + 1, depth));
        const Matrix B = with_padding(random.gaussian(depth, columns));
        Matrix C = Matrix::Constant(rows + 1, B.cols(), kUntouched);
        product(A, rows, B, C);
        for (Index i = 0; i < rows; ++i)
          for (Index j = 0; j < B.cols(); ++j) {
            double sum = 0, size = 0;
            for (Index k = 0; k < depth; ++k) {
              sum += A(i, k) * B(k, j);
              size += std::abs(A(i, k) * B(k, j));
            }
            EXPECT_NEAR(C(i, j), sum, kEpsilon * static_cast<double>(depth) * size);
          }
        EXPECT_TRUE((C.row(rows).array() == kUntouched).all()) << "other rows are not changed";
      }
}

TEST(SmallProducts, AreSubtractedFromTheMatrix) {
  Random random(2);
  for (const Index samples : {1, 5, 32})
    for (const Index rows : {1, 3, 8, 19})
      for (const Index columns : {2, 8, 21}) {
        const Matrix A = with_nan_padding(random.gaussian(samples + 2, rows));
        const Matrix B = with_padding(random.gaussian(samples + 2, columns));
        const Matrix before = with_padding(random.gaussian(rows, columns));
        Matrix C = before;
        subtract_product(A, samples, B, C);
        for (Index i = 0; i < rows; ++i)
          for (Index j = 0; j < B.cols(); ++j) {
            double sum = before(i, j), size = std::abs(before(i, j));
            for (Index k = 0; k < samples; ++k) {
              sum -= A(k, i) * B(k, j);
              size += std::abs(A(k, i) * B(k, j));
            }
            EXPECT_NEAR(C(i, j), sum, kEpsilon * static_cast<double>(samples + 1) * size);
          }
      }
}

}  // namespace
}  // namespace resunit
