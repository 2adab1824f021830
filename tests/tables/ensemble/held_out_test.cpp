// SPDX-License-Identifier: BSD-3-Clause
// Members and their errors on held-out rows.
#include "tables/ensemble/held_out.hpp"

#include <gtest/gtest.h>

namespace resunit::regression {
namespace {

TEST(Blocks, HoldOutEveryRowTwice) {
  const Blocks blocks{.rows = 103, .count = 8};
  std::vector<int> held(103, 8);
  for (Index b = 0; b < 8; ++b)
    for (const Span& span : blocks.without_pair(b))
      for (Index i = span.begin; i < span.end; ++i) --held[static_cast<std::size_t>(i)];
  for (const int count : held) EXPECT_EQ(count, 2);
}

TEST(PairErrors, GiveTheErrorOfAMeanOfIndependentMembers) {
  const PairErrors errors{.one = Matrix::Constant(1, 1, 3.0),
                          .gain = Matrix::Constant(1, 1, 1.0)};  // bias 1, variance 2
  EXPECT_DOUBLE_EQ(errors.of_mean(2)(0, 0), 2);
  EXPECT_DOUBLE_EQ(errors.of_mean(8)(0, 0), 1.25);
}

}  // namespace
}  // namespace resunit::regression
