// SPDX-License-Identifier: BSD-3-Clause
// Division of a table into blocks: balanced, without groups in two blocks.
#include "tables/data/blocks.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>

#include "support/random.hpp"

namespace resunit::regression {
namespace {

/// An order of rows in which group g has sizes[g] consecutive rows.
Ordering order_of(const std::vector<Index>& sizes) {
  Ordering order{.group_count = std::ssize(sizes)};
  for (Index g = 0; g < std::ssize(sizes); ++g)
    for (Index i = 0; i < sizes[static_cast<std::size_t>(g)]; ++i) {
      order.rows.push_back(std::ssize(order.rows));
      order.groups.push_back(g);
    }
  return order;
}

TEST(Blocks, AreConsecutiveRowsIfNoInputsAreEqual) {
  const Ordering order = order_of(std::vector<Index>(103, 1));
  const Division division = divide(order, 8);
  EXPECT_EQ(division.rows, order.rows);
  for (Index b = 0; b <= 8; ++b) EXPECT_EQ(division.blocks.begin[static_cast<std::size_t>(b)], b * 103 / 8);
}

TEST(Blocks, KeepGroupsTogetherAndAreBalanced) {
  test::Random random(1);
  for (int trial = 0; trial < 200; ++trial) {
    std::vector<Index> sizes;
    const Matrix drawn = random.integers(10 + trial % 40, 1, 1, 1 + trial % 9);
    for (Index g = 0; g < drawn.rows(); ++g) sizes.push_back(static_cast<Index>(drawn(g, 0)));
    if (trial % 3 == 0) sizes[3] = 200;
    const Ordering order = order_of(sizes);
    const Index count = 2 + trial % 7, n = std::ssize(order.rows);
    const Division division = divide(order, count);
    EXPECT_EQ(std::set<Index>(division.rows.begin(), division.rows.end()).size(), order.rows.size());
    std::map<Index, Index> block_of;
    for (Index b = 0; b < count; ++b) {
      const Span block = division.blocks.block(b);
      EXPECT_GT(block.size(), 0);
      EXPECT_LE(block.size(), n / count + *std::max_element(sizes.begin(), sizes.end()));
      for (Index i = block.begin; i < block.end; ++i) {
        const Index group = order.groups[static_cast<std::size_t>(division.rows[static_cast<std::size_t>(i)])];
        EXPECT_EQ(block_of.emplace(group, b).first->second, b);
      }
    }
  }
}

TEST(Blocks, OneLargeGroupIsAloneInItsBlock) {
  std::vector<Index> sizes(41, 1);
  sizes[7] = 900;
  const Division division = divide(order_of(sizes), 5);
  std::multiset<Index> found;
  for (Index b = 0; b < 5; ++b) found.insert(division.blocks.block(b).size());
  EXPECT_EQ(found, (std::multiset<Index>{10, 10, 10, 10, 900}));
}

TEST(Blocks, HoldOutEveryRowTwice) {
  const Blocks blocks = divide(order_of(std::vector<Index>(103, 1)), 8).blocks;
  std::vector<int> held(103, 8);
  for (Index b = 0; b < 8; ++b)
    for (const Span& span : blocks.without_pair(b, 103))
      for (Index i = span.begin; i < span.end; ++i) --held[static_cast<std::size_t>(i)];
  for (const int count : held) EXPECT_EQ(count, 2);
}

TEST(Blocks, ALimitedNumberOfRowsComesFromAllTrainingBlocks) {
  const Blocks blocks = divide(order_of(std::vector<Index>(800, 1)), 8).blocks;
  std::set<Index> used;
  for (Index b = 0; b < 8; ++b) {
    const Spans spans = blocks.without_pair(b, 120);
    EXPECT_EQ(size(spans), 120);
    std::set<Index> visited;
    for (const Span& span : spans)
      for (Index i = span.begin; i < span.end; ++i) {
        visited.insert(i / 100);
        used.insert(i);
      }
    EXPECT_EQ(visited.size(), 6u);
    EXPECT_FALSE(visited.contains(b) || visited.contains(blocks.after(b)));
  }
  EXPECT_GT(used.size(), 600u) << "members use different rows";
  EXPECT_EQ(size(blocks.without_last(70)), 70);
  EXPECT_EQ(size(blocks.without_last(800)), 700);
}

}  // namespace
}  // namespace resunit::regression
