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
}

}  // namespace
}  // namespace resunit::regression
