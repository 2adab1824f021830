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

TEST(ColumnWarnings, AreAbsentForGenericInputs) {
  EXPECT_THAT(warnings_of(test::Random(1).gaussian(20, 5)), IsEmpty());
}

TEST(ColumnWarnings, ReportZeroColumns) {
  Matrix X = test::Random(2).gaussian(20, 4);
  X.col(2).setZero();
  EXPECT_THAT(warnings_of(X), ElementsAre("column 3 of X is zero: its weights in A are not identifiable"));
}

TEST(ColumnWarnings, ReportConstantColumns) {
  Matrix X = test::Random(3).gaussian(20, 4);
  X.col(3).setConstant(1);
  EXPECT_THAT(warnings_of(X), ElementsAre("column 4 of X is constant: it acts as a bias"));
}

TEST(ColumnWarnings, ReportEqualColumns) {
  Matrix X = test::Random(4).gaussian(20, 5);
  X.col(4) = X.col(1);
  X.col(3) = X.col(1);
  EXPECT_THAT(warnings_of(X),
              ElementsAre("columns 2 and 4 of X are equal: only the sums of their weights in A are identifiable",
                          "columns 2 and 5 of X are equal: only the sums of their weights in A are identifiable"));
}

TEST(ColumnWarnings, NameEachColumnOnce) {
  Matrix X = test::Random(5).gaussian(20, 5);
  X.leftCols(2).setZero();
  X.middleCols(2, 2).setConstant(3);
  EXPECT_THAT(warnings_of(X),
              ElementsAre("column 1 of X is zero: its weights in A are not identifiable",
                          "column 2 of X is zero: its weights in A are not identifiable",
                          "column 3 of X is constant: it acts as a bias",
                          "columns 3 and 4 of X are equal: only the sums of their weights in A are identifiable"));
}

TEST(ColumnWarnings, UseNamesAndNumbersOfTheCaller) {
  Matrix X = test::Random(6).gaussian(20, 4);
  X.col(1).setZero();
  X.col(3) = X.col(2);
  const Columns named{.inputs = {"a", "b", "c", "d"}}, from_zero{.first_number = 0};
  EXPECT_THAT(column_warnings({X, X}, named),
              ElementsAre("the column 'b' is zero: its weights in A are not identifiable",
                          "the columns 'c' and 'd' are equal: only the sums of their weights in A are identifiable"));
  EXPECT_THAT(column_warnings({X, X}, from_zero),
              ElementsAre("column 1 of X is zero: its weights in A are not identifiable",
                          "columns 2 and 3 of X are equal: only the sums of their weights in A are identifiable"));
}

TEST(ColumnWarnings, AreAbsentForASingleSample) {
  EXPECT_THAT(warnings_of(Matrix::Zero(1, 3)), IsEmpty());
}

}  // namespace
}  // namespace resunit
