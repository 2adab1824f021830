// SPDX-License-Identifier: BSD-3-Clause
#include "model/column_warnings.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/random.hpp"

namespace resunit {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

std::vector<std::string> warnings_of(const Matrix& X) {
  const Matrix Y = X;
  return column_warnings({X, Y});
}

TEST(Columns, OfOrdinaryInputsAreNotWorthAWord) {
  EXPECT_THAT(warnings_of(test::Random(1).gaussian(20, 5)), IsEmpty());
}

TEST(Columns, ThatAreZeroDetermineNoWeights) {
  Matrix X = test::Random(2).gaussian(20, 4);
  X.col(2).setZero();
  EXPECT_THAT(warnings_of(X), ElementsAre("column 3 of X is zero: its weights in A are not determined"));
}

TEST(Columns, ThatAreConstantActAsABias) {
  Matrix X = test::Random(3).gaussian(20, 4);
  X.col(3).setConstant(1);
  EXPECT_THAT(warnings_of(X), ElementsAre("column 4 of X is constant: it acts as a bias"));
}

TEST(Columns, ThatAreEqualShareTheirWeights) {
  Matrix X = test::Random(4).gaussian(20, 5);
  X.col(4) = X.col(1);
  X.col(3) = X.col(1);
  EXPECT_THAT(warnings_of(X),
              ElementsAre("columns 2 and 4 of X are equal: only the sums of their weights in A are determined",
                          "columns 2 and 5 of X are equal: only the sums of their weights in A are determined"));
}

TEST(Columns, AreNamedOnceEach) {
  Matrix X = test::Random(5).gaussian(20, 5);
  X.leftCols(2).setZero();
  X.middleCols(2, 2).setConstant(3);
  EXPECT_THAT(warnings_of(X),
              ElementsAre("column 1 of X is zero: its weights in A are not determined",
                          "column 2 of X is zero: its weights in A are not determined",
                          "column 3 of X is constant: it acts as a bias",
                          "columns 3 and 4 of X are equal: only the sums of their weights in A are determined"));
}

TEST(Columns, OfASingleSampleTellNothing) {
  EXPECT_THAT(warnings_of(Matrix::Zero(1, 3)), IsEmpty());
}

}  // namespace
}  // namespace resunit
