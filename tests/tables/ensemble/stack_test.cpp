// SPDX-License-Identifier: BSD-3-Clause
// The mean of networks as one network.
#include "tables/ensemble/stack.hpp"

#include <gtest/gtest.h>

#include <vector>

#include "support/random.hpp"

namespace resunit::regression {
namespace {

TEST(Stack, IsTheMeanOfTheNetworks) {
  test::Random random(1);
  const std::vector<Index> columns = {2, 0};  // of a table with three inputs; column 1 is constant
  std::vector<Network> networks;
  for (const Index width : {2, 3})
    networks.push_back({.A = random.gaussian(width, 3), .W = random.gaussian(2, 3), .V = random.gaussian(2, width)});
  Regressor regressor;
  stack(networks, columns, 3, regressor);
  ASSERT_EQ(regressor.A.rows(), 5);
  for (int trial = 0; trial < 20; ++trial) {
    const Vector x = random.gaussian(3, 1);
    const Vector seen{{x(2), x(0), 1}}, whole{{x(0), x(1), x(2), 1}};
    Vector mean = Vector::Zero(2);
    for (const Network& net : networks) mean += (net.W * seen + net.V * (net.A * seen).cwiseMax(0.0)) / 2;
    const Vector stacked = regressor.W * whole + regressor.V * (regressor.A * whole).cwiseMax(0.0);
    EXPECT_LE((stacked - mean).norm(), 1e-13 * (1 + mean.norm()));
  }
  EXPECT_TRUE(regressor.A.col(1).isZero(0));
}

}  // namespace
}  // namespace resunit::regression
