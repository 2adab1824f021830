// SPDX-License-Identifier: BSD-3-Clause
// One member at increasing penalties.
#include "tables/member/path.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "tables/rows.hpp"

namespace resunit::regression {
namespace {

TEST(Path, ContinuesFromItsWeightsAndLowersTheLoss) {
  const Rows rows = random_rows(600, 4, 1, 1);
  const PathTask task{.training = {{0, 600}}, .width = 6, .seed = 1};
  const Progress silent;
  ProgressTicker ticker(silent, "path", 1);
  Path path(rows, task, ticker);
  Loss loss(rows, task.training, 6, 1);
  Vector gradient;
  path.set_penalty(kPenalties[0]);
  const double before = loss(packed(path.network()), kPenalties[0], gradient);
  path.descend(20);
  const double after = loss(packed(path.network()), kPenalties[0], gradient);
  EXPECT_LT(after, before);
  const Network reached = path.network();
  path.set_penalty(kPenalties[1]);
  EXPECT_EQ(path.network().A, reached.A);
}

TEST(Path, PenaltiesAscend) {
  EXPECT_TRUE(std::is_sorted(kPenalties.begin(), kPenalties.end()));
}

}  // namespace
}  // namespace resunit::regression
