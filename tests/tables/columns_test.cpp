// SPDX-License-Identifier: BSD-3-Clause
// Columns of a table: which are inputs, which are targets.
#include <gtest/gtest.h>

#include "resunit/error.hpp"
#include "resunit/regress.hpp"

namespace resunit::test {
namespace {

Table three_columns() {
  Table table;
  table.names = {"a", "b", "c"};
  table.values = (Matrix(2, 3) << 1, 2, 3, 4, 5, 6).finished();
  return table;
}

TEST(SplitTable, SeparatesInputsFromTargets) {
  const TableSplit split = split_table(three_columns(), {1});
  EXPECT_EQ(split.X, (Matrix(2, 2) << 1, 3, 4, 6).finished());
  EXPECT_EQ(split.Y, (Matrix(2, 1) << 2, 5).finished());
  EXPECT_EQ(split.columns.inputs, (std::vector<std::string>{"a", "c"}));
  EXPECT_EQ(split.columns.targets, (std::vector<std::string>{"b"}));
}

TEST(SplitTable, RejectsColumnsThatDoNotExist) {
  EXPECT_THROW((void)split_table(three_columns(), {3}), DataError);
  EXPECT_THROW((void)split_table(three_columns(), {-1}), DataError);
}

TEST(SplitTable, RejectsATargetGivenTwice) {
  EXPECT_THROW((void)split_table(three_columns(), {1, 1}), DataError);
}

}  // namespace
}  // namespace resunit::test
