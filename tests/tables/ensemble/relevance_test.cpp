// SPDX-License-Identifier: BSD-3-Clause
// Relevance of inputs.
#include "tables/ensemble/relevance.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "tables/rows.hpp"

namespace resunit::regression {
namespace {

TEST(Relevance, IsSmallestForAnUnusedInputAndScalingKeepsTheFunction) {
  Rows rows = random_rows(200, 4, 1, 1);
  test::Random random(2);
  Network net{.A = random.gaussian(5, 4), .W = random.gaussian(1, 4), .V = random.gaussian(1, 5)};
  net.A.col(1).setZero();
  net.W(0, 1) = 0;
  const MatrixF before = outputs(net, rows, {0, 200});
  const Vector s = relevance(rows, net);
  EXPECT_EQ(s(1), 0.05);
  EXPECT_GT(std::min(s(0), s(2)), 0.2);
  EXPECT_EQ(s(3), 1);
  Rows scaled = rows;
  scale_inputs(s, scaled);
  Network on_scaled = net;
  for (Index j = 0; j < 4; ++j) {
    on_scaled.A.col(j) /= s(j);
    on_scaled.W.col(j) /= s(j);
  }
  EXPECT_LT((outputs(on_scaled, scaled, {0, 200}) - before).norm(), 1e-4 * before.norm());
  unscale_inputs(s, on_scaled);
  EXPECT_LT((on_scaled.A - net.A).norm(), 1e-12);
}

}  // namespace
}  // namespace resunit::regression
