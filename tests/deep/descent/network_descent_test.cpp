// SPDX-License-Identifier: BSD-3-Clause
#include "deep/descent/network_descent.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "support/networks.hpp"
#include "support/random.hpp"

namespace resunit {
namespace {

using test::mixture_inputs;
using test::random_network;

Dataset samples_of(const Network& network, Index n, test::Random& random) {
  Dataset samples{.X = mixture_inputs(n, network.inputs(), random), .Y = {}};
  samples.Y = predict(network, samples.X);
  return samples;
}

Network perturbed(Network network, double size, test::Random& random) {
  for (Matrix& W : network.weights) W += size * random.gaussian(W.rows(), W.cols());
  return network;
}

TEST(NetworkDescent, EndsAtRoundingErrorNearTheTruth) {
  test::Random random(1);
  for (const Index layers : {2, 3, 4}) {
    const Network truth = random_network(layers, 4, 5, random);
    const Dataset samples = samples_of(truth, 300, random);
    const NetworkMinimum minimum = minimize_loss(samples, perturbed(truth, 1e-3, random));
    EXPECT_LE(minimum.relative_loss, 1e-28) << layers;
    for (Index l = 0; l < layers; ++l) {
      const auto at = static_cast<std::size_t>(l);
      EXPECT_LE((minimum.network.weights[at] - truth.weights[at]).norm(), 1e-10 * truth.weights[at].norm());
    }
  }
}

TEST(NetworkDescent, NeverIncreasesTheLoss) {
  test::Random random(2);
  const Network truth = random_network(3, 3, 3, random), start = random_network(3, 3, 3, random);
  const Dataset samples = samples_of(truth, 100, random);
  double before = std::numeric_limits<double>::infinity();
  for (const int steps : {0, 1, 2, 5, 20}) {
    const double after = minimize_loss(samples, start, {.max_steps = steps}).relative_loss;
    EXPECT_LE(after, before);
    before = after;
  }
}

TEST(NetworkDescent, HasTheSameBitsForAnyNumberOfThreads) {
  test::Random random(3);
  const Network truth = random_network(3, 6, 6, random), start = random_network(3, 6, 6, random);
  const Dataset samples = samples_of(truth, 20000, random);  // enough for threads
  const NetworkMinimum one = minimize_loss(samples, start, {.max_steps = 2, .threads = 1});
  const NetworkMinimum three = minimize_loss(samples, start, {.max_steps = 2, .threads = 3});
  for (std::size_t l = 0; l < 3; ++l) EXPECT_EQ(one.network.weights[l], three.network.weights[l]);
}

TEST(NetworkDescent, NormalizedRowsHaveTheSameFunction) {
  test::Random random(4);
  HiddenWeights weights = {random.gaussian(4, 3), random.gaussian(5, 7)};
  const ColumnSamples samples{.X = random.gaussian(80, 3), .Y = random.gaussian(80, 2)};
  const double loss = relative_loss(NetworkFamily::relaxed, samples, weights);
  normalize_rows(3, weights);
  for (const Matrix& V : weights) EXPECT_TRUE(V.rowwise().norm().isOnes(1e-14));
  EXPECT_NEAR(relative_loss(NetworkFamily::relaxed, samples, weights), loss, 1e-12);
}

TEST(NetworkDescent, TheRelaxedFamilyContainsTheExactOne) {
  test::Random random(5);
  const Network truth = random_network(3, 3, 3, random);
  const Dataset samples = samples_of(truth, 200, random);
  // v^+ = (v + |v|) / 2: the second layer reads r_1 = (x + W_0 x / 2) + |W_0 x| / 2
  const Matrix &W0 = truth.weights[0], &W1 = truth.weights[1];
  Matrix upper(3, 6);
  upper << W1 * (Matrix::Identity(3, 3) + W0 / 2), W1 / 2;
  EXPECT_LE(relative_loss(NetworkFamily::relaxed, by_columns(samples), {W0, upper}), 1e-25);
}

}  // namespace
}  // namespace resunit
