// SPDX-License-Identifier: BSD-3-Clause
// Greedy selection of hinges.
#include "tables/member/greedy.hpp"

#include <gtest/gtest.h>

#include "support/random.hpp"

namespace resunit::regression {
namespace {

TEST(Greedy, FindsTheHingesOfASumOfHinges) {
  Sample sample{.X = test::Random(1).gaussian(500, 4)};
  sample.X.col(3).setOnes();
  const Matrix pool = test::Random(2).gaussian(40, 4);
  const auto hinge = [&](Index h) { return (sample.X * pool.row(h).transpose()).cwiseMax(0.0); };
  sample.Y = 2 * hinge(7) - hinge(31) + sample.X.col(1);
  const Matrix chosen = choose_hinges(sample, pool, 2);
  ASSERT_EQ(chosen.rows(), 2);
  EXPECT_NEAR(chosen.row(0).normalized().dot(pool.row(7).normalized()), 1, 1e-6);
  EXPECT_NEAR(chosen.row(1).normalized().dot(pool.row(31).normalized()), 1, 1e-6);
}

}  // namespace
}  // namespace resunit::regression
