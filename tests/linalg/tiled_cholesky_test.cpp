// SPDX-License-Identifier: BSD-3-Clause
#include "linalg/tiled_cholesky.hpp"

#include <gtest/gtest.h>

#include "support/random.hpp"

namespace resunit {
namespace {

Eigen::MatrixXd positive_definite(Index p, test::Random& random) {
  const Matrix R = random.gaussian(p + 10, p);
  return R.transpose() * R;
}

TEST(TiledCholesky, SolvesOnTilesOfAllSizes) {
  test::Random random(1);
  for (const Index p : {1, 5, 768, 769, 1024, 1300}) {
    const Eigen::MatrixXd A = positive_definite(p, random);
    const Vector x = random.gaussian(p, 1);
    Eigen::MatrixXd L = A;
    ASSERT_TRUE(factor_cholesky(L, 2)) << p;
    Vector solution = A * x;
    solve_cholesky(L, solution);
    EXPECT_LE((A * (solution - x)).norm(), 1e-12 * A.norm() * x.norm()) << p;
  }
}

TEST(TiledCholesky, HasTheSameBitsForAnyNumberOfThreads) {
  test::Random random(2);
  const Eigen::MatrixXd A = positive_definite(1100, random);
  Eigen::MatrixXd one = A, three = A;
  ASSERT_TRUE(factor_cholesky(one, 1));
  ASSERT_TRUE(factor_cholesky(three, 3));
  EXPECT_EQ(Eigen::MatrixXd(one.triangularView<Eigen::Lower>()), Eigen::MatrixXd(three.triangularView<Eigen::Lower>()));
}

TEST(TiledCholesky, RefusesAnIndefiniteMatrix) {
  test::Random random(3);
  Eigen::MatrixXd A = positive_definite(900, random);
  A(850, 850) = -1;
  EXPECT_FALSE(factor_cholesky(A, 2));
}

}  // namespace
}  // namespace resunit
