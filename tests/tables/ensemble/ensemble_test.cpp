// SPDX-License-Identifier: BSD-3-Clause
// Ensembles of several networks, and a single network.
#include "tables/ensemble/ensemble.hpp"

#include <gtest/gtest.h>

#include "tables/rows.hpp"

namespace resunit::regression {
namespace {

TEST(Ensemble, HasTheGivenNumberOfMembersAndAHeldOutError) {
  Rows rows = random_rows(300, 3, 1, 1);
  rows.Y.col(0) = rows.X.col(0).cwiseMax(0.0F) - rows.X.col(1);
  const Ensemble mean = learn_ensemble(rows, equal_blocks(300, 5), {.members = 3, .width = 8, .threads = 1});
  EXPECT_EQ(std::ssize(mean.networks) + mean.dropped, 3);
  EXPECT_EQ(mean.width, 8);
  EXPECT_LT(mean.held_out(0), 0.05) << "eight hinges can represent this function";
  EXPECT_GT(mean.held_out_stderr(0), 0);
  EXPECT_LT(mean.held_out_stderr(0), mean.held_out(0));
}

TEST(Ensemble, OfOneNetworkHoldsOutOneFifth) {
  Rows rows = random_rows(200, 3, 1, 2);
  rows.Y.col(0) = rows.X.col(0).cwiseAbs();
  const Ensemble single = learn_single(rows, equal_blocks(200, 5), {.members = 1, .width = 8, .threads = 1});
  ASSERT_EQ(single.networks.size(), 1U);
  EXPECT_LT(single.held_out(0), 0.05);
  Rows few = random_rows(6, 3, 1, 3);
  EXPECT_TRUE(learn_single(few, equal_blocks(6, 1), {.members = 1, .width = 4, .threads = 1}).held_out.hasNaN());
}

}  // namespace
}  // namespace resunit::regression
