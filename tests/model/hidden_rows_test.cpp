// SPDX-License-Identifier: BSD-3-Clause
#include "model/hidden_rows.hpp"

#include <gtest/gtest.h>

#include "linalg/small_products.hpp"
#include "support/not_finite.hpp"
#include "support/random.hpp"

namespace resunit {
namespace {

TEST(HiddenRows, MatchTheFormula) {
  test::Random random(1);
  for (const Index d : {1, 8, 13}) {
    const Matrix A = random.gaussian(d, d), X = with_padding(random.gaussian(9, d));
    Matrix S(9, X.cols()), H(9, X.cols());
    hidden_rows(X, 9, with_padding(A.transpose()), S, H);
    const Matrix expected = X.leftCols(d) * A.transpose();
    EXPECT_TRUE(S.leftCols(d).isApprox(expected, 1e-14));
    EXPECT_TRUE(H.leftCols(d).isApprox(expected.cwiseMax(0.0) + X.leftCols(d), 1e-14));
    EXPECT_TRUE(H.rightCols(H.cols() - d).isZero(0)) << "padding stays zero";
  }
}

TEST(HiddenRows, PropagateNaN) {
  Matrix X = Matrix::Zero(1, 8), At = Matrix::Zero(2, 8), S(1, 8), H(1, 8);
  At(0, 0) = test::kNan;
  hidden_rows(X, 1, At, S, H);
  EXPECT_TRUE(std::isnan(H(0, 0)));
  EXPECT_EQ(H(0, 1), 0);
}

TEST(KeepWhereActive, ZeroesInactiveEntries) {
  Matrix S = Matrix::Zero(1, 8), G = Matrix::Ones(1, 8);
  S(0, 0) = 1;
  S(0, 1) = -1;
  keep_where_active(S, 1, G);
  EXPECT_EQ(G, (Matrix{{1, 0, 0, 0, 0, 0, 0, 0}}));
}

}  // namespace
}  // namespace resunit
