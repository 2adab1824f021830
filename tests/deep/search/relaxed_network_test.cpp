// SPDX-License-Identifier: BSD-3-Clause
#include "deep/search/relaxed_network.hpp"

#include <gtest/gtest.h>

#include "deep/descent/network_descent.hpp"
#include "support/random.hpp"

namespace resunit {
namespace {

struct Example {
  ColumnSamples samples;
  HiddenWeights weights;
};

Example example(std::uint64_t seed) {
  test::Random random(seed);
  return {.samples = {.X = random.gaussian(90, 3), .Y = random.gaussian(90, 3)},
          .weights = {random.gaussian(4, 3), random.gaussian(5, 7)}};
}

double loss_of(const Example& at, const HiddenWeights& weights) {
  return relative_loss(NetworkFamily::relaxed, at.samples, weights);
}

TEST(RelaxedNetwork, CostsAreTheIncreaseOfTheLossOrTheLossAfterRemoval) {
  const Example at = example(1);
  const double squares = at.samples.Y.squaredNorm() / (2 * 90.0);
  for (const Index l : {0, 1}) {
    const Vector costs = removal_costs(at.weights, at.samples, l, 2);
    for (Index j = 0; j < costs.size(); ++j) {
      const double after = loss_of(at, drop_neuron(at.weights, at.samples.X, l, j)) * squares;
      const double before = loss_of(at, at.weights) * squares;
      EXPECT_NEAR(costs(j), l == 1 ? after - before : after, 1e-6 * after) << l << " " << j;
    }
  }
}

TEST(RelaxedNetwork, DroppingACopyOfANeuronCostsNothing) {
  Example at = example(2);
  Matrix& V = at.weights.front();
  V.row(3) = -2 * V.row(1);
  EXPECT_NEAR(loss_of(at, drop_neuron(at.weights, at.samples.X, 0, 3)), loss_of(at, at.weights), 1e-6);
}

TEST(RelaxedNetwork, NewNeuronsDoNotChangeTheLayersAbove) {
  const Example at = example(3);
  test::Random random(4);
  const HiddenWeights more = add_neurons(at.weights, 3, 0, random.gaussian(2, 3));
  ASSERT_EQ(more[0].rows(), 6);
  ASSERT_EQ(more[1].cols(), 9);
  EXPECT_TRUE(more[1].middleCols(7, 2).isZero(0));
  EXPECT_LE(loss_of(at, more), loss_of(at, at.weights) * (1 + 1e-10));
}

TEST(RelaxedNetwork, RandomRowsHaveUnitLengthAndSmallHigherWeights) {
  Random random(5, Stream::deep_search);
  const Matrix V = random_rows(400, 4, 12, random);
  EXPECT_TRUE(V.rowwise().norm().isOnes(1e-14));
  EXPECT_LT(V.rightCols(8).norm(), 0.6 * V.leftCols(4).norm());
}

TEST(RelaxedNetwork, OrdersByCost) {
  EXPECT_EQ(cheapest_first((Vector(4) << 3, 1, 2, 1).finished()), (std::vector<Index>{1, 3, 2, 0}));
}

}  // namespace
}  // namespace resunit
