// SPDX-License-Identifier: BSD-3-Clause
// The lowest layers from the region where all neurons are active, and its parts.
#include "deep/active_piece/lowest_layers.hpp"

#include <gtest/gtest.h>

#include "deep/active_piece/linear_piece.hpp"
#include "deep/active_piece/single_kinks.hpp"
#include "support/networks.hpp"

namespace resunit::test {
namespace {

ColumnSamples samples_of(const Network& network, Index n, std::uint64_t seed) {
  Random random(seed);
  const Matrix X = mixture_inputs(n, network.inputs(), random);
  return {.X = X, .Y = predict(network, X)};
}

Network nonnegative(Index layers, Index d, Index m, std::uint64_t seed) {
  Random random(seed);
  return random_network(layers, d, m, random, {.nonnegative = true, .scaled = false});
}

TEST(LinearPiece, IsTheProductOfTheActiveLayers) {
  const Network network = nonnegative(4, 4, 6, 1);
  const ColumnSamples samples = on_unit_sphere(samples_of(network, 2000, 2));
  const Matrix I = Matrix::Identity(4, 4);
  const Matrix M = network.weights[3] * (I + network.weights[2]) * (I + network.weights[1]) * (I + network.weights[0]);
  const std::optional<Eigen::MatrixXd> found = find_linear_piece(samples);
  ASSERT_TRUE(found);
  const double scale = found->norm() / M.norm();  // of the outputs
  EXPECT_LE((*found - scale * M).norm(), 1e-10 * found->norm());
}

TEST(LinearPiece, IsNotFoundWhereKinksAreEverywhere) {
  Random random(3);
  const Network network = random_network(3, 8, 8, random);
  EXPECT_FALSE(find_linear_piece(on_unit_sphere(samples_of(network, 500, 4))));
}

TEST(LinearPiece, IsNotFoundOnTooFewOrDegenerateSamples) {
  const ColumnSamples few{.X = Matrix::Ones(3, 4), .Y = Matrix::Ones(3, 4)};
  EXPECT_FALSE(find_linear_piece(few));
  const ColumnSamples same{.X = Matrix::Constant(100, 4, 0.5), .Y = Matrix::Ones(100, 4)};
  EXPECT_FALSE(find_linear_piece(same));
}

TEST(SingleKinks, AreThoseOfTheLowestLayer) {
  const Network network = nonnegative(3, 4, 4, 5);
  const ColumnSamples samples = on_unit_sphere(samples_of(network, 2000, 6));
  const std::optional<Eigen::MatrixXd> M = find_linear_piece(samples);
  ASSERT_TRUE(M);
  SingleKinkSearch search(samples, *M);
  ASSERT_TRUE(search.advance());
  for (Index j = 0; j < 4; ++j) {
    const Vector row = network.weights[0].row(j).normalized();
    double closest = 1;
    for (const SingleKink& kink : search.kinks()) closest = std::min(closest, (kink.w - row).norm());
    EXPECT_LE(closest, 1e-9) << "row " << j;
  }
}

TEST(SingleKinks, AreNotReportedOnALinearMap) {
  Random random(7);
  const Matrix X = random.gaussian(200, 3), M = random.gaussian(3, 3);
  const ColumnSamples samples = on_unit_sphere({.X = X, .Y = X * M.transpose()});
  SingleKinkSearch search(samples, *find_linear_piece(samples));
  EXPECT_FALSE(search.advance());
  EXPECT_TRUE(search.kinks().empty());
}

TEST(LowestLayers, AreExactForNonnegativeNetworksOfAnyDepth) {
  for (const Index layers : {2, 3, 4}) {
    int complete = 0;
    for (std::uint64_t seed = 1; seed <= 10; ++seed) {
      const Network network = nonnegative(layers, 5, 7, seed);
      const HiddenWeights found = find_lowest_layers(samples_of(network, 2000, seed + 100), layers - 1);
      for (std::size_t l = 0; l < found.size(); ++l)
        EXPECT_LE((found[l] - network.weights[l]).norm(), 1e-7 * network.weights[l].norm()) << layers << " " << seed;
      complete += static_cast<Index>(found.size()) == layers - 1;
    }
    EXPECT_GE(complete, 8) << layers;
  }
}

TEST(LowestLayers, AreFoundForOtherSignsWithALargeActiveRegion) {
  Network network = nonnegative(3, 4, 4, 11);
  network.weights[0](1, 2) *= -0.1;
  network.weights[1](3, 0) *= -0.1;
  const HiddenWeights found = find_lowest_layers(samples_of(network, 2000, 12), 2);
  ASSERT_FALSE(found.empty());
  EXPECT_LE((found[0] - network.weights[0]).norm(), 1e-8 * network.weights[0].norm());
}

TEST(LowestLayers, AreNotFoundUnderNoise) {
  ColumnSamples samples = samples_of(nonnegative(3, 4, 4, 13), 1000, 14);
  Random random(15);
  samples.Y += 1e-4 * random.gaussian(1000, 4);
  EXPECT_TRUE(find_lowest_layers(samples, 2).empty());
}

TEST(LowestLayers, AreNeverWrongForAnySigns) {
  for (std::uint64_t seed = 1; seed <= 30; ++seed) {
    Random random(seed);
    Network network = random_network(3, 3, 3, random, {.nonnegative = true, .scaled = false});
    for (Matrix& W : network.weights)
      for (Index k = 0; k < W.size(); ++k)
        if (random.uniform(0, 1) < 0.2) W.data()[k] *= -1;
    const HiddenWeights found = find_lowest_layers(samples_of(network, 600, seed + 50), 2);
    if (found.empty()) continue;
    EXPECT_LE((found[0] - network.weights[0]).norm(), 1e-6 * network.weights[0].norm()) << seed;
  }
}

}  // namespace
}  // namespace resunit::test
