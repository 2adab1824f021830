// SPDX-License-Identifier: BSD-3-Clause
// Escape from a wrong minimum by flipping a row of A or swapping two.
#include "noise/start/moves.hpp"

#include <gtest/gtest.h>

#include "noise/world.hpp"

namespace resunit {
namespace {

TEST(Moves, UndoASwap) {
  const test::World world = test::draw_world({.d = 6, .n = 300, .sigma = 0.1});
  Matrix A = world.truth.A;
  A.row(1).swap(A.row(4));
  const VplmResult moved = vplm(world.data, A, {.max_steps = 0});
  const double best = test::oracle_loss(world);
  ASSERT_GT(moved.loss, 2 * best);
  EXPECT_LT(try_moves(world.data, moved, {}).loss, 1.01 * best);
}

TEST(Moves, UndoAFlip) {
  const test::World world = test::draw_world({.d = 6, .n = 300, .sigma = 0.1});
  Matrix A = world.truth.A;
  A.row(2) = -A.row(2) / (1 + A(2, 2));
  const VplmResult moved = vplm(world.data, A, {.max_steps = 0});
  const double best = test::oracle_loss(world);
  ASSERT_GT(moved.loss, 2 * best);
  EXPECT_LT(try_moves(world.data, moved, {}).loss, 1.01 * best);
}

TEST(Moves, KeepTheBestMinimum) {
  const test::World world = test::draw_world({.d = 5, .n = 300, .sigma = 0.1});
  const VplmResult best = vplm(world.data, world.truth.A);
  const VplmResult after = try_moves(world.data, best, {.tolerance = 1e-6, .damping = 1e-2});
  EXPECT_EQ(after.A, best.A);
  EXPECT_EQ(after.loss, best.loss);
}

}  // namespace
}  // namespace resunit
