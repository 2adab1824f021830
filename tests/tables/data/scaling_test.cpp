// SPDX-License-Identifier: BSD-3-Clause
// Standardization to mean 0 and standard deviation 1.
#include "tables/data/scaling.hpp"

#include <gtest/gtest.h>

#include <numeric>

#include "support/random.hpp"

namespace resunit::regression {
namespace {

TEST(Scaling, GivesMeanZeroAndDeviationOne) {
  Matrix M = test::Random(1).gaussian(100, 3);
  M.col(0) = 1e-200 * M.col(0);
  M.col(1) = (1e149 * M.col(1)).array() + 1e149;
  M.col(2).setConstant(4);
  std::vector<Index> order(100);
  std::iota(order.begin(), order.end(), Index{0});
  const Scaling scaling = compute_scaling(M, order, 1);
  for (const Index j : {0, 1}) {
    double sum = 0, square = 0;
    for (Index i = 0; i < 100; ++i) {
      const double z = standardized(scaling, j, M(i, j));
      sum += z;
      square += z * z;
    }
    EXPECT_NEAR(sum / 100, 0, 1e-12);
    EXPECT_NEAR(square / 100, 1, 1e-12);
    EXPECT_NEAR(standardized(scaling, j, M.col(j).maxCoeff() + 3 * scaling.scale(j)),
                standardized(scaling, j, M.col(j).maxCoeff()) + 1, 1e-12);
  }
  EXPECT_TRUE(is_constant(scaling, 2));
  EXPECT_EQ(standardized(scaling, 2, 1e9), 0);
}

}  // namespace
}  // namespace resunit::regression
