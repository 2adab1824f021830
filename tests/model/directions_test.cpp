// SPDX-License-Identifier: BSD-3-Clause
#include "model/directions.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace resunit {
namespace {

using ::testing::ElementsAre;

TEST(Directions, CountProportionalSamplesOnce) {
  const Matrix X{{1, 2}, {2, 4}, {0, 0}, {-1, -2}, {1, 2.1}, {1, 2}};
  EXPECT_THAT(distinct_directions(X, 6), ElementsAre(0, 3, 4));
  EXPECT_THAT(distinct_directions(X, 2), ElementsAre(0, 3));
}

TEST(Directions, AreDistinguishedInColumnsOfAnyScale) {
  const Matrix X{{1e-150, 1e150}, {2e-150, 1e150}, {2e-150, 2e150}};
  EXPECT_THAT(distinct_directions(X, 3), ElementsAre(0, 1));
}

TEST(InformativeSamples, AreAllSamplesOfASingleInput) {
  EXPECT_THAT(informative_samples(Matrix{{1}, {2}, {3}}, 9), ElementsAre(0, 1, 2));
  EXPECT_THAT(informative_samples(Matrix{{1, 1}, {2, 2}, {3, 1}}, 9), ElementsAre(0, 2));
}

}  // namespace
}  // namespace resunit
