// SPDX-License-Identifier: BSD-3-Clause
// From lines to rows: the assignment problem, the pool of hinges, DECODE.
#include "noise/start/decode.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>

#include "linalg/assignment.hpp"
#include "noise/start/hinge_pool.hpp"
#include "noise/world.hpp"
#include "support/random.hpp"

namespace resunit {
namespace {

double total(const Matrix& cost, const std::vector<Index>& row_of) {
  double sum = 0;
  for (Index j = 0; j < cost.cols(); ++j) sum += cost(row_of[j], j);
  return sum;
}

TEST(Assignment, HasTheCostOfTheBestPermutation) {
  for (int seed = 0; seed < 50; ++seed) {
    const Matrix cost = test::Random(seed).gaussian(6, 6);
    const std::vector<Index> found = assign(cost);
    std::vector<Index> order(6);
    std::iota(order.begin(), order.end(), Index{0});
    ASSERT_TRUE(std::is_permutation(found.begin(), found.end(), order.begin()));
    double best = total(cost, order);
    while (std::next_permutation(order.begin(), order.end())) best = std::min(best, total(cost, order));
    EXPECT_NEAR(total(cost, found), best, 1e-12);
  }
}

TEST(HingePool, EvaluatesTheLossOfTheUnitOfAChoice) {
  const test::World world = test::draw_world({.d = 5, .n = 90, .m = 7});
  HingePool pool(world.data, test::Random(2).gaussian(9, 5));
  Choice choice{.hinge = {8, 0, 3, 4, 1}, .scale = Vector{{0.5, 1, 2, 3, 0.1}}};
  pool.evaluate(choice);
  Projection at;
  project(Family::unit, world.data, pool.layer1(choice), at);
  EXPECT_NEAR(choice.loss, at.loss, 1e-8 * at.loss);
}

TEST(HingePool, FindsTheScalesOfTheTruth) {
  const test::World world = test::draw_world({.d = 5, .n = 200, .sigma = 0});
  const Vector lengths = world.truth.A.rowwise().norm();
  HingePool pool(world.data, lengths.cwiseInverse().asDiagonal() * world.truth.A);
  Choice choice{.hinge = {0, 1, 2, 3, 4}, .scale = Vector::Ones(5)};
  pool.fit_scales(choice, 50);
  EXPECT_LT((choice.scale - lengths).norm(), 1e-3 * lengths.norm());
}

class DecodedSigns : public testing::TestWithParam<double> {};
INSTANTIATE_TEST_SUITE_P(Decode, DecodedSigns, testing::Values(0.0, 0.3, 0.5, 1.0));

TEST_P(DecodedSigns, ExactLinesInAnyOrderGiveLayer1) {
  const test::World world = test::draw_world({.d = 6, .n = 300, .m = 8, .sigma = 1e-3, .negative = GetParam()});
  Matrix lines = -world.truth.A.colwise().reverse();
  const Relaxed model = relax(world.data, lines);
  Random random(1, Stream::noisy_search);
  const Matrix unused;
  const Decoded decoded = decode(
      world.data, model, 2 * model.loss, [&]() -> const Matrix& { return unused; }, random);
  EXPECT_TRUE(decoded.reached);
  EXPECT_LT((decoded.A - world.truth.A).norm(), 0.01 * world.truth.A.norm());
}

}  // namespace
}  // namespace resunit
