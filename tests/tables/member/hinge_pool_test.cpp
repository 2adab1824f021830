// SPDX-License-Identifier: BSD-3-Clause
// The pool of candidate hinges.
#include "tables/member/hinge_pool.hpp"

#include <gtest/gtest.h>

#include "support/random.hpp"

namespace resunit::regression {
namespace {

TEST(HingePool, HasHingesOfUnitDeviationActiveOnATenthOfTheRows) {
  Sample sample{.X = test::Random(1).gaussian(1000, 4), .Y = test::Random(2).gaussian(1000, 1)};
  sample.X.col(3).setOnes();
  Random random(1, Stream::regress_directions);
  const Matrix pool = hinge_pool(sample, sample.Y, 6, random);
  EXPECT_EQ(pool.rows() % 5, 0) << "five quantiles per direction";
  EXPECT_EQ(pool.rows() / 5, 3 + 3 + 6) << "inputs, curved directions, random ones";
  for (Index h = 0; h < pool.rows(); ++h) {
    const Vector z = sample.X * pool.row(h).transpose();
    const double share = (z.array() > 0).cast<double>().mean();
    EXPECT_GE(share, 0.08);
    EXPECT_LE(share, 0.92);
    EXPECT_NEAR((z.array() - z.mean()).square().mean(), 1, 1e-9);
  }
}

TEST(HingePool, IsEmptyWithoutInputs) {
  const Sample sample{.X = Matrix::Ones(20, 1), .Y = Matrix::Ones(20, 1)};
  Random random(1, Stream::regress_directions);
  EXPECT_EQ(hinge_pool(sample, sample.Y, 4, random).rows(), 0);
}

TEST(HingePool, HasOneHingePerDistinctQuantile) {
  Sample sample{.X = Matrix::Ones(100, 2), .Y = test::Random(3).gaussian(100, 1)};
  for (Index i = 0; i < 100; ++i) sample.X(i, 0) = i % 2 == 0 ? -1 : 1;
  Random random(1, Stream::regress_directions);
  const Matrix pool = hinge_pool(sample, sample.Y, 0, random);
  EXPECT_LE(pool.rows(), 2 * 3) << "an input with two values has two or three distinct quantiles, not five";
}

}  // namespace
}  // namespace resunit::regression
