// SPDX-License-Identifier: BSD-3-Clause
// Samples that dominate the loss.
#include "noise/inference/outliers.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/random.hpp"

namespace resunit {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

TEST(Outliers, AreTheSamplesThatCarryTheLoss) {
  test::Random random(1);
  Matrix E = random.gaussian(100, 3);
  E(7, 1) = 1e6;
  const Outliers one = dominant_outliers(E);
  EXPECT_THAT(one.samples, ElementsAre(7));
  EXPECT_GT(one.share, 0.999999);
  EXPECT_EQ(describe(one, 1), "sample 8 carries over 99.99% of the loss");
  E(20, 0) = -2e6;
  EXPECT_THAT(dominant_outliers(E).samples, ElementsAre(20, 7)) << "in decreasing order of their share";
}

TEST(Outliers, DoNotDependOnTheScalesOfTheOutputs) {
  test::Random random(2);
  Matrix E = random.gaussian(100, 2);
  E(3, 1) = 80;
  E.col(0) *= 1e9;  // this output hides the outlier in a sum of squares
  EXPECT_THAT(dominant_outliers(E).samples, ElementsAre(3));
}

TEST(Outliers, AreAbsentUnderGaussianAndLaplacianNoise) {
  test::Random random(3);
  for (int k = 0; k < 50; ++k) {
    const Matrix E = random.gaussian(500, 4);
    EXPECT_THAT(dominant_outliers(E).samples, IsEmpty());
    const Matrix laplacian = random.gaussian(500, 4).cwiseProduct(random.gaussian(500, 4));
    EXPECT_THAT(dominant_outliers(laplacian).samples, IsEmpty()) << "heavier tails than Gaussian";
  }
}

TEST(Outliers, AreAtMostATwentiethOfTheSamples) {
  test::Random random(4);
  Matrix E = random.gaussian(100, 1);
  E.topRows(5) *= 1e4;
  EXPECT_EQ(dominant_outliers(E).samples.size(), 5u);
  E.topRows(30) *= 1e4;
  EXPECT_THAT(dominant_outliers(E).samples, IsEmpty());
}

TEST(Outliers, AreFoundAmongZeroResiduals) {
  Matrix E = Matrix::Zero(50, 2);
  EXPECT_THAT(dominant_outliers(E).samples, IsEmpty());
  E(4, 0) = 1;
  EXPECT_THAT(dominant_outliers(E).samples, ElementsAre(4));
}

}  // namespace
}  // namespace resunit
