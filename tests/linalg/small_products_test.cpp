#include "linalg/small_products.hpp"

#include <gtest/gtest.h>

#include "support/random.hpp"

namespace resunit {
namespace {

using test::Random;

constexpr double kUntouched = 7;

TEST(SmallProducts, PaddingFillsVectorsOfEight) {
  EXPECT_EQ(padded(1), 8);
  EXPECT_EQ(padded(8), 8);
  EXPECT_EQ(padded(9), 16);
}

TEST(SmallProducts, AreThoseOfMatrices) {
  Random random(1);
  for (const Index rows : {1, 7, 8, 9, 33})
    for (const Index depth : {1, 3, 8, 17})
      for (const Index columns : {1, 8, 12, 16, 25, 40}) {
        const Matrix A = with_padding(random.gaussian(rows + 1, depth)),
                     B = with_padding(random.gaussian(depth, columns));
        Matrix C = Matrix::Constant(rows + 1, B.cols(), kUntouched);
        product(A, rows, B, C);
        const Matrix expected = (A.topRows(rows).leftCols(depth) * B).eval();
        EXPECT_LE((C.topRows(rows) - expected).norm(), 1e-14 * (1 + expected.norm()) * 10);
        EXPECT_TRUE((C.row(rows).array() == kUntouched).all()) << "rows beyond the first ones stay";
      }
}

TEST(SmallProducts, AreTakenFromWhatStands) {
  Random random(2);
  for (const Index samples : {1, 5, 32})
    for (const Index rows : {1, 3, 8, 19})
      for (const Index columns : {2, 8, 21}) {
        const Matrix A = with_padding(random.gaussian(samples + 2, rows)),
                     B = with_padding(random.gaussian(samples + 2, columns));
        const Matrix before = with_padding(random.gaussian(rows, columns));
        Matrix C = before;
        subtract_product(A, samples, B, C);
        const Matrix expected = before - A.topRows(samples).leftCols(rows).transpose() * B.topRows(samples);
        EXPECT_LE((C - expected).norm(), 1e-13 * (1 + expected.norm()));
      }
}

}  // namespace
}  // namespace resunit
