// SPDX-License-Identifier: BSD-3-Clause
// (basis)  F D^-1 = Z S V': an orthonormal Z with the column space of F, and the transformation to coefficients of F.
#include "linalg/basis.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "support/random.hpp"

namespace resunit {
namespace {

using test::Random;

constexpr double kTolerance = 1e-12;

/// Z'Z = I, the shapes match, and the columns of F lie in span Z.
void expect_basis_of(const Matrix& F, const Basis& basis, Index rank, double precision = 1e-12) {
  ASSERT_EQ(basis.rank(), rank);
  EXPECT_EQ(basis.from_basis.rows(), rank);
  EXPECT_EQ(basis.from_basis.cols(), F.cols());
  EXPECT_TRUE((basis.Z.transpose() * basis.Z).isIdentity(1e-13));
  for (Index k = 0; k < F.cols(); ++k) {
    const double largest = F.col(k).cwiseAbs().maxCoeff();
    if (largest == 0) continue;
    const Vector f = F.col(k) / largest;
    EXPECT_LE((f - basis.Z * (basis.Z.transpose() * f)).norm(), precision * f.norm())
        << "column " << k << " is outside span Z";
  }
  EXPECT_GE(basis.condition, 1);
}

/// The image of c = from_basis' g under F is Z g. Entries may be huge, so each term is formed before the sum.
void expect_from_basis(const Matrix& F, const Basis& basis, double precision = 1e-12) {
  Matrix product = Matrix::Zero(F.rows(), basis.rank());
  for (Index k = 0; k < F.cols(); ++k) product += F.col(k) * basis.from_basis.col(k).transpose();
  EXPECT_LE((product - basis.Z).norm(), precision * basis.condition) << "F from_basis' = Z";
  EXPECT_TRUE((basis.from_basis * basis.to_basis).isIdentity(precision * basis.condition))
      << "from the basis and back to it";
}

TEST(Basis, SpansTheColumnsOfF) {
  for (std::uint64_t seed = 0; seed < 10; ++seed)
    for (const Index m : {1, 2, 7, 30}) {
      const Matrix F = Random(seed).gaussian(40, m);
      const Basis basis = orthonormal_basis(F, kTolerance);
      expect_basis_of(F, basis, m);
      expect_from_basis(F, basis);
    }
}

/// The transformation to coefficients may overflow, but the basis is valid.
TEST(Basis, AcceptsSubnormalColumns) {
  Matrix F = Random(1).gaussian(20, 3);
  F.col(1) *= 1e-312;
  const Basis basis = orthonormal_basis(F, 0);
  EXPECT_TRUE((basis.Z.transpose() * basis.Z).isIdentity(1e-13));
  EXPECT_TRUE(column_scales(F).cwiseInverse().allFinite());
}

TEST(Basis, HasTheSameBitsForAnyNumberOfThreads) {
  const Matrix F = Random(3).gaussian(5000, 7);
  const Basis alone = orthonormal_basis(F, kTolerance, 1);
  for (const int threads : {2, 3}) {
    const Basis shared = orthonormal_basis(F, kTolerance, threads);
    EXPECT_EQ(shared.Z, alone.Z);
    EXPECT_EQ(shared.from_basis, alone.from_basis);
    EXPECT_EQ(shared.to_basis, alone.to_basis);
  }
}

TEST(Basis, IsAccurateForTallMatricesOfAnyConditionAndRank) {
  for (const double condition : {1.0, 1e5, 1e7, 1e10}) {
    Random random(7);
    Matrix F = random.gaussian(5000, 6);
    F.col(5) = F.col(0) + F.col(5) / condition;
    const Basis basis = orthonormal_basis(F, kTolerance);
    expect_basis_of(F, basis, 6);
    expect_from_basis(F, basis);
    if (condition > 1) {
      EXPECT_NEAR(std::log10(basis.condition), std::log10(condition), 0.5);
    }
    F.col(5) = F.col(0) + F.col(1);
    expect_basis_of(F, orthonormal_basis(F, kTolerance), 5);
  }
}

TEST(Basis, HasTheRankOfF) {
  for (std::uint64_t seed = 0; seed < 10; ++seed)
    for (const Index rank : {1, 3, 6}) {
      Random random(seed);
      const Matrix F = random.gaussian(50, rank) * random.gaussian(rank, 9);
      const Basis basis = orthonormal_basis(F, kTolerance);
      expect_basis_of(F, basis, rank, 1e-10);
      expect_from_basis(F, basis, 1e-10);
    }
}

TEST(Basis, IsAccurateForHugeAndTinyColumns) {
  for (std::uint64_t seed = 0; seed < 10; ++seed) {
    Random random(seed);
    const Matrix plain = random.gaussian(40, 5);
    const Vector scales{{1e150, 1e-150, 1, 1e-90, 1e33}};
    const Matrix F = plain * scales.asDiagonal();
    const Basis basis = orthonormal_basis(F, kTolerance);
    expect_basis_of(F, basis, 5);
    expect_from_basis(F, basis);
    EXPECT_LE(basis.condition, 4 * orthonormal_basis(plain, kTolerance).condition) << "scale is not conditioning";
  }
}

TEST(Basis, DoesNotChangeUnderScalingByPowersOfTwo) {
  const Matrix F = Random(3).gaussian(30, 4);
  const Matrix scaled = F * Vector{{0x1p400, 0x1p-300, 1, 8}}.asDiagonal();
  EXPECT_EQ(orthonormal_basis(scaled, kTolerance).Z, orthonormal_basis(F, kTolerance).Z);
}

TEST(Basis, IgnoresZeroColumns) {
  Matrix F = Random(4).gaussian(30, 6);
  F.col(0).setZero();
  F.col(4).setZero();
  const Basis basis = orthonormal_basis(F, kTolerance);
  expect_basis_of(F, basis, 4);
  expect_from_basis(F, basis);
  EXPECT_LE(basis.from_basis.col(0).norm() + basis.from_basis.col(4).norm(), 1e-14) << "no weight on a zero column";
}

TEST(Basis, OfZeroIsEmpty) {
  const Basis basis = orthonormal_basis(Matrix(Matrix::Zero(5, 3)), kTolerance);
  EXPECT_EQ(basis.rank(), 0);
  EXPECT_EQ(basis.Z.rows(), 5);
  EXPECT_EQ(basis.from_basis.cols(), 3);
  EXPECT_EQ(basis.condition, 1);
}

TEST(Basis, OfAWideMatrixHasAsManyColumnsAsItHasRows) {
  for (const Index n : {1, 2, 5}) {
    const Matrix F = Random(5).gaussian(n, 12);
    const Basis basis = orthonormal_basis(F, kTolerance);
    expect_basis_of(F, basis, n);
    expect_from_basis(F, basis);
  }
}

TEST(Basis, DropsDirectionsBelowTheRankTolerance) {
  Random random(6);
  Matrix F = random.gaussian(60, 3);
  F.col(2) = F.col(1) + 1e-6 * F.col(2);
  EXPECT_EQ(orthonormal_basis(F, 1e-9).rank(), 3);
  EXPECT_EQ(orthonormal_basis(F, 1e-4).rank(), 2);
  const double condition = orthonormal_basis(F, 1e-9).condition;
  EXPECT_GE(condition, 1e5);
  EXPECT_LE(condition, 1e7);
}

TEST(Basis, OfEqualColumnsSharesTheWeightAmongThem) {
  Matrix F = Random(7).gaussian(20, 3);
  F.col(2) = F.col(0);
  const Basis basis = orthonormal_basis(F, kTolerance);
  expect_basis_of(F, basis, 2);
  EXPECT_TRUE(basis.from_basis.col(0).isApprox(basis.from_basis.col(2), 1e-12)) << "the smallest solution";
}

TEST(NearbyPowerOfTwo, IsWithinAFactorOfTwoAndInvertible) {
  for (const double length : {5e-324, 1e-310, 1e-300, 1e-150, 0.75, 1.0, 3.9, 1e150, 1.7e308}) {
    const double power = nearby_power_of_two(length);
    int exponent = 0;
    EXPECT_EQ(std::frexp(power, &exponent), 0.5) << length << " gives no power of two";
    EXPECT_TRUE(std::isfinite(1 / power)) << length;
    if (length >= 1e-300) {
      EXPECT_LE(power, length);
      EXPECT_GT(power, length / 2);
    }
  }
  EXPECT_EQ(nearby_power_of_two(0), 1);
}

}  // namespace
}  // namespace resunit
