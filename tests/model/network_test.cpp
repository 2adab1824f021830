// SPDX-License-Identifier: BSD-3-Clause
#include "resunit/network.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "model/network_parts.hpp"
#include "resunit/error.hpp"
#include "support/message_of.hpp"
#include "support/networks.hpp"
#include "support/random.hpp"
#include "support/units.hpp"

namespace resunit {
namespace {

using test::message_of;
using test::random_network;
using test::random_unit;

/// The formula as plain loops.
Vector plain_outputs(const Network& network, const Vector& x) {
  Vector r = x;
  for (std::size_t l = 0; l + 1 < network.weights.size(); ++l) {
    Vector next = r;
    for (Index j = 0; j < r.size(); ++j) next(j) += std::max(0.0, network.weights[l].row(j).dot(r));
    r = next;
  }
  return network.weights.back() * r;
}

TEST(Network, PredictsByTheFormula) {
  test::Random random(1);
  for (const Index layers : {2, 3, 5})
    for (const Index d : {1, 3, 8}) {
      const Network network = random_network(layers, d, d + 2, random);
      const Matrix X = random.gaussian(2100, d), Y = predict(network, X);
      for (Index i = 0; i < X.rows(); i += 300) {
        const Vector expected = plain_outputs(network, X.row(i).transpose());
        EXPECT_LE((Y.row(i).transpose() - expected).norm(), 1e-13 * expected.norm());
      }
      EXPECT_EQ(predict(network, X, 2), Y);
    }
}

TEST(Network, WithTwoLayersIsTheUnit) {
  test::Random random(2);
  const Unit unit = random_unit(5, 7, random);
  const Matrix X = random.gaussian(50, 5);
  EXPECT_LE((predict(network_of(unit), X) - predict(unit, X)).norm(), 1e-13 * predict(unit, X).norm());
  EXPECT_EQ(unit_of(network_of(unit)).A, unit.A);
}

TEST(Network, CanonicalFormKeepsTheFunction) {
  test::Random random(3);
  Network network = random_network(4, 4, 4, random);
  for (const std::size_t l : {0, 1}) {
    network.weights[l].row(2).setZero();
    network.weights[l](2, 2) = -0.6;
  }
  const Network form = canonical(network);
  EXPECT_NEAR(form.weights[0](2, 2), 1.5, 1e-14);
  EXPECT_NEAR(form.weights[1](2, 2), 1.5, 1e-14);
  const Matrix X = random.gaussian(100, 4);
  EXPECT_LE((predict(form, X) - predict(network, X)).norm(), 1e-13 * predict(network, X).norm());
  EXPECT_EQ(canonical(form).weights[1], form.weights[1]);
}

TEST(Network, RejectsWrongShapesAndValuesByName) {
  test::Random random(4);
  Network network = random_network(3, 3, 4, random);
  EXPECT_NO_THROW(validate(network));
  const Matrix X = random.gaussian(5, 2);
  EXPECT_NE(message_of<DataError>([&] { (void)predict(network, X); }).find("X has 2 columns, the network has 3 inputs"),
            std::string::npos);
  network.weights[1](2, 1) = std::numeric_limits<double>::quiet_NaN();
  EXPECT_NE(message_of<DataError>([&] { validate(network); }).find("W_1"), std::string::npos);
  network.weights[1] = random.gaussian(2, 3);
  EXPECT_NE(message_of<DataError>([&] { validate(network); }).find("W_1 is 2 x 3"), std::string::npos);
  network.weights.resize(1);
  EXPECT_THROW(validate(network), DataError);
}

}  // namespace
}  // namespace resunit
