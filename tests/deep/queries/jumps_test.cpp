// SPDX-License-Identifier: BSD-3-Clause
#include "deep/queries/jumps.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "deep/queries/layer_rows.hpp"
#include "support/networks.hpp"
#include "support/oracles.hpp"

namespace resunit {
namespace {

constexpr double kDoublePrecision = std::numeric_limits<double>::epsilon();
constexpr Index kManyQueries = 1000000;

struct Measured {
  std::vector<Line> lines;
  std::vector<Kink> kinks;
};

Measured measure(const Network& network, Index count) {
  const Oracle oracle = test::exact_oracle(network);
  const Index d = network.inputs();
  Answers answers(oracle, d, kManyQueries);
  test::Random random(7);
  Measured result;
  for (Index k = 0; k < count; ++k) {
    const Vector a = random.gaussian(d, 1).col(0), b = random.gaussian(d, 1).col(0);
    result.lines.push_back({.a = a, .b = b.normalized(), .reach = 6});
  }
  find_kinks(answers, kDoublePrecision, result.lines);
  result.kinks = measure_jumps(answers, kDoublePrecision, result.lines);
  return result;
}

/// The row of A at whose kink x is.
Index row_at(const Matrix& A, const Vector& x) {
  Index row = 0;
  (A * x).cwiseAbs().minCoeff(&row);
  return row;
}

TEST(Jumps, OfAUnitHaveTheNormalsAndSizesOfItsRows) {
  test::Random random(1);
  const Network unit = test::random_network(2, 5, 7, random);
  const Measured measured = measure(unit, 6);
  ASSERT_GE(measured.kinks.size(), 10u);
  const Matrix &A = unit.weights[0], &B = unit.weights[1];
  for (const Kink& kink : measured.kinks) {
    const Index p = row_at(A, kink.x);
    const Vector w = A.row(p).transpose();
    EXPECT_NEAR(std::abs(kink.v.dot(w)), w.norm(), 1e-9 * w.norm());
    EXPECT_LE(kink.error, 1e-9);
    // On the side where p is inactive, J z = |w| B e_p.
    const Vector inactive = kink.v.dot(w) > 0 ? kink.minus : kink.plus;
    Matrix J = B;
    for (Index j = 0; j < 5; ++j)
      if (j != p && A.row(j).dot(kink.x) > 0) J += B.col(j) * A.row(j);
    EXPECT_LE((J * inactive - w.norm() * B.col(p)).norm(), 1e-8 * w.norm() * B.col(p).norm());
  }
}

TEST(Hyperplanes, OfTheFirstLayerAreItsRows) {
  test::Random random(2);
  const Network network = test::random_network(3, 5, 5, random);
  const Measured measured = measure(network, 16);
  const LayerCoordinates at(measured.kinks, measured.lines, kDoublePrecision);
  const std::vector<Hyperplane> planes = recurring_hyperplanes(at);
  ASSERT_EQ(planes.size(), 5u);
  for (const Hyperplane& plane : planes) {
    EXPECT_GE(plane.coverage, 0.9);
    const Vector cosines = (network.weights[0].rowwise().normalized() * plane.u).cwiseAbs();
    EXPECT_NEAR(cosines.maxCoeff(), 1, 1e-12);
  }
}

TEST(LayerRows, AreDecodedLayerByLayer) {
  test::Random random(3);
  const Network network = test::random_network(3, 5, 5, random);
  const Measured measured = measure(network, 24);
  LayerCoordinates at(measured.kinks, measured.lines, kDoublePrecision);
  for (std::size_t l = 0; l < 2; ++l) {
    const std::vector<Hyperplane> planes = recurring_hyperplanes(at);
    ASSERT_EQ(planes.size(), 5u) << l;
    const LayerRows rows = decode_rows(at, planes);
    EXPECT_LE((rows.W - network.weights[l]).norm(), 1e-8 * network.weights[l].norm()) << l;
    EXPECT_LE(rows.worst_cost, 0.2) << l;
    std::vector<bool> used(at.kinks().size());
    for (const Hyperplane& plane : planes)
      for (const std::size_t i : plane.kinks) used[i] = true;
    at.apply(rows.W, used);
  }
  EXPECT_LE(at.kinks().size(), 3u);
}

}  // namespace
}  // namespace resunit
