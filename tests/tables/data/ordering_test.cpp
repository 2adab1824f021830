// SPDX-License-Identifier: BSD-3-Clause
// An order of rows and columns by content.
#include "tables/data/ordering.hpp"

#include <gtest/gtest.h>

#include <set>

#include "tables/curved_table.hpp"

namespace resunit::regression {
namespace {

TEST(Ordering, DependsOnContentOnly) {
  Dataset data = test::curved_table(50, 4, 1, 1);
  data.X.bottomRows(5) = data.X.topRows(5).eval();
  data.Y.bottomRows(5) = data.Y.topRows(5).eval();
  data.X(3, 1) = 0;
  test::Random random(5);
  const std::vector<Index> rows = random.permutation(50), columns = random.permutation(4);
  Matrix moved = test::columns_of(test::rows_of(data.X, rows), columns);
  moved = (moved.array() == 0).select(-0.0, moved);
  const Ordering one = canonical_order(data.X, data.Y, 9);
  const Ordering other = canonical_order(moved, test::rows_of(data.Y, rows), 9);
  EXPECT_EQ(test::columns_of(test::rows_of(data.X, one.rows), one.columns),
            test::columns_of(test::rows_of(moved, other.rows), other.columns));
  EXPECT_EQ(std::set<Index>(one.rows.begin(), one.rows.end()).size(), 50u);
  EXPECT_NE(one.rows, canonical_order(data.X, data.Y, 10).rows);
  EXPECT_EQ(one.groups, other.groups);
}

TEST(Ordering, GroupsRowsWithEqualInputs) {
  Dataset data = test::curved_table(50, 4, 1, 1);
  EXPECT_EQ(canonical_order(data.X, data.Y, 0).group_count, 50);
  data.X.bottomRows(20) = data.X.topRows(20).eval();
  data.Y.bottomRows(10) = data.Y.middleRows(10, 10).eval();  // ten copies, ten with other targets
  const Ordering order = canonical_order(data.X, data.Y, 0);
  EXPECT_EQ(order.group_count, 30);
  EXPECT_EQ(order.distinct_inputs, 30);
  for (std::size_t r = 0; r < 50; ++r)
    for (std::size_t s = 0; s < 50; ++s)
      EXPECT_EQ(order.groups[r] == order.groups[s], data.X.row(order.rows[r]) == data.X.row(order.rows[s]));
}

TEST(Ordering, TreatsFewDifferentInputsAsLevelsUnlessTheirTargetsAreCopies) {
  test::Random random(2);
  const Matrix X = random.integers(60, 1, 0, 3), Y = random.gaussian(60, 1);
  const Ordering levels = canonical_order(X, Y, 0);
  EXPECT_EQ(levels.distinct_inputs, 4);
  EXPECT_EQ(levels.group_count, 60);
  EXPECT_EQ(canonical_order(X, Matrix(3 * X), 0).group_count, 4);
}

}  // namespace
}  // namespace resunit::regression
