// SPDX-License-Identifier: BSD-3-Clause
#include "model/random.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <set>

namespace resunit {
namespace {

constexpr int kDraws = 200'000;

TEST(Random, DrawsTheSameNumbersOnEveryMachine) {
  Random random(7, Stream::inputs);
  EXPECT_EQ(random.uniform(), 0.5293943936211039);  // all four values from an independent implementation
  EXPECT_EQ(random.uniform(), 0.10508408170293204);
  EXPECT_EQ(random.below(1000), 904);
  EXPECT_NEAR(random.normal(), 1.3831422113661755, 1e-15);
}

TEST(Random, UniformNumbersFillTheUnitIntervalEvenly) {
  Random random(1, Stream::inputs);
  std::array<int, 10> tenths{};
  for (int i = 0; i < kDraws; ++i) {
    const double u = random.uniform();
    ASSERT_GE(u, 0.0);
    ASSERT_LT(u, 1.0);
    ++tenths[static_cast<std::size_t>(10 * u)];
  }
  for (const int count : tenths) EXPECT_NEAR(count, kDraws / 10, 5 * std::sqrt(kDraws * 0.09));
}

TEST(Random, NormalNumbersHaveTheMomentsAndTailsOfAGaussian) {
  Random random(2, Stream::noise);
  std::array<double, 5> moment{};
  int beyond_two = 0;
  for (int i = 0; i < kDraws; ++i) {
    const double z = random.normal();
    for (std::size_t k = 1; k < moment.size(); ++k) moment[k] += std::pow(z, k) / kDraws;
    beyond_two += std::abs(z) > 2;
  }
  const double five_sigma = 5 / std::sqrt(kDraws);
  EXPECT_NEAR(moment[1], 0, five_sigma);
  EXPECT_NEAR(moment[2], 1, five_sigma * std::sqrt(2));
  EXPECT_NEAR(moment[3], 0, five_sigma * std::sqrt(15));
  EXPECT_NEAR(moment[4], 3, five_sigma * std::sqrt(96));
  EXPECT_NEAR(beyond_two, 0.0455003 * kDraws, 5 * std::sqrt(kDraws * 0.0455 * 0.9545));
}

TEST(Random, NumbersBelowACountAreEquallyLikely) {
  Random random(3, Stream::inputs);
  std::array<int, 7> counts{};
  for (int i = 0; i < kDraws; ++i) ++counts.at(static_cast<std::size_t>(random.below(7)));
  for (const int count : counts) EXPECT_NEAR(count, kDraws / 7, 5 * std::sqrt(kDraws * 6.0 / 49));
  for (int i = 0; i < 10; ++i) EXPECT_EQ(random.below(1), 0);
}

TEST(Random, ShufflingMakesEveryOrderEquallyLikely) {
  Random random(4, Stream::sgd_order);
  std::map<std::vector<Index>, int> orders;
  for (int i = 0; i < kDraws; ++i) {
    std::vector<Index> items{0, 1, 2, 3};
    random.shuffle(items);
    ++orders[items];
  }
  EXPECT_EQ(orders.size(), 24u);
  for (const auto& [order, count] : orders) EXPECT_NEAR(count, kDraws / 24, 5 * std::sqrt(kDraws * 23.0 / 576));
}

TEST(Random, ShufflesZeroOrOneItem) {
  Random random(5, Stream::sgd_order);
  std::vector<Index> none, one{42};
  random.shuffle(none);
  random.shuffle(one);
  EXPECT_TRUE(none.empty());
  EXPECT_EQ(one, std::vector<Index>{42});
}

TEST(Random, SeedsAndStreamsDoNotShareNumbers) {
  std::set<double> first;
  for (std::uint64_t seed = 0; seed < 100; ++seed)
    for (const Stream stream : {Stream::layer1, Stream::layer2, Stream::inputs, Stream::noise})
      first.insert(Random(seed, stream).uniform());
  EXPECT_EQ(first.size(), 400u);
}

TEST(Random, NeighboringSeedsAreUncorrelated) {
  double product = 0;
  for (std::uint64_t seed = 0; seed < 10'000; ++seed)
    product += Random(seed, Stream::inputs).normal() * Random(seed + 1, Stream::inputs).normal() / 10'000;
  EXPECT_NEAR(product, 0, 5 / std::sqrt(10'000));
}

TEST(Random, GaussianMatricesOfMoreRowsBeginWithThoseOfFewer) {
  Random few(6, Stream::inputs), many(6, Stream::inputs);
  EXPECT_EQ(gaussian(9, 3, many).topRows(4), gaussian(4, 3, few));
}

}  // namespace
}  // namespace resunit
