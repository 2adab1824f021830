// SPDX-License-Identifier: BSD-3-Clause
#include "resunit/unit.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "model/unit_parts.hpp"
#include "resunit/error.hpp"
#include "support/message_of.hpp"
#include "support/random.hpp"
#include "support/units.hpp"

namespace resunit {
namespace {

using test::message_of;
using test::random_unit;

/// The formula as plain loops.
Matrix plain_predict(const Unit& unit, const Matrix& X) {
  Matrix Y = Matrix::Zero(X.rows(), unit.outputs());
  for (Index i = 0; i < X.rows(); ++i)
    for (Index j = 0; j < unit.inputs(); ++j) {
      double s = 0;
      for (Index k = 0; k < unit.inputs(); ++k) s += unit.A(j, k) * X(i, k);
      const double h = std::max(0.0, s) + X(i, j);
      for (Index l = 0; l < unit.outputs(); ++l) Y(i, l) += unit.B(l, j) * h;
    }
  return Y;
}

TEST(Unit, PredictsByTheFormula) {
  test::Random random(1);
  for (const Index d : {1, 2, 7, 16, 33})
    for (const Index m : {d, d + 1, 3 * d})
      for (const Index n : {1, 5, 127, 128, 129, 1300}) {
        const Unit unit = random_unit(d, m, random);
        const Matrix X = random.gaussian(n, d);
        const Matrix expected = plain_predict(unit, X);
        EXPECT_LE((predict(unit, X) - expected).norm(), 1e-14 * static_cast<double>(d) * expected.norm());
      }
}

TEST(Unit, HiddenLayerIsTheInputOfLayerTwo) {
  test::Random random(2);
  const Unit unit = random_unit(5, 8, random);
  const Matrix X = random.gaussian(600, 5);
  const Matrix expected = (X * unit.A.transpose()).cwiseMax(0.0) + X;
  EXPECT_LE((hidden(unit, X) - expected).norm(), 1e-14 * expected.norm());
  EXPECT_TRUE(predict(unit, X).isApprox(expected * unit.B.transpose(), 1e-14));
}

TEST(Unit, PredictsEachSampleIndependently) {
  test::Random random(3);
  const Unit unit = random_unit(6, 6, random);
  const Matrix X = random.gaussian(1100, 6);
  const Matrix Y = predict(unit, X);
  for (const Index first : {0, 1, 127, 128, 511, 1099})
    EXPECT_EQ(predict(unit, X.middleRows(first, 1)), Y.middleRows(first, 1));
  EXPECT_EQ(predict(unit, X.bottomRows(777)), Y.bottomRows(777));
}

TEST(Unit, PredictsTheSameForAnyNumberOfThreads) {
  test::Random random(13);
  const Unit unit = random_unit(5, 7, random);
  for (const Index n : {1, 4095, 4096, 4097, 9000}) {
    const Matrix X = random.gaussian(n, 5), alone = predict(unit, X);
    for (const int threads : {0, 2, 3}) EXPECT_EQ(predict(unit, X, threads), alone) << n << " samples";
  }
}

TEST(Unit, WithABiasEqualsAUnitWithAConstantInput) {
  test::Random random(14);
  Unit unit = random_unit(4, 6, random);
  for (const Index n : {1, 130, 300}) {
    Matrix X(n, 4);
    X << random.gaussian(n, 3), Vector::Ones(n);
    unit.bias = false;
    const Matrix expected = predict(unit, X), expected_hidden = hidden(unit, X);
    unit.bias = true;
    EXPECT_EQ(predict(unit, X.leftCols(3)), expected);
    EXPECT_EQ(hidden(unit, X.leftCols(3)), expected_hidden);
  }
}

TEST(Unit, PropagatesOverflowToTheOutput) {
  const double huge = 1e200;
  const Unit unit{.A = Matrix{{huge, -huge}, {0, 0}}, .B = Matrix::Identity(2, 2)};
  EXPECT_FALSE(predict(unit, Matrix{{huge, huge}}).allFinite()) << "inf - inf is not zero";
}

TEST(Unit, IsPositivelyHomogeneous) {
  test::Random random(4);
  const Unit unit = random_unit(4, 5, random);
  const Matrix X = random.gaussian(50, 4);
  EXPECT_EQ(predict(unit, Matrix(8 * X)), 8 * predict(unit, X));
}

TEST(Unit, OfNoSamplesPredictsNothing) {
  test::Random random(5);
  const Matrix Y = predict(random_unit(2, 3, random), Matrix(0, 2));
  EXPECT_EQ(Y.rows(), 0);
  EXPECT_EQ(Y.cols(), 3);
}

TEST(Unit, PropagatesNaNToTheOutput) {
  test::Random random(6);
  Matrix X = random.gaussian(3, 2);
  X(1, 0) = std::numeric_limits<double>::quiet_NaN();
  const Matrix Y = predict(random_unit(2, 2, random), X);
  EXPECT_TRUE(Y.row(0).allFinite());
  EXPECT_TRUE(Y.row(1).array().isNaN().all());
  EXPECT_TRUE(Y.row(2).allFinite());
}

TEST(Unit, RefusesShapesThatDoNotFit) {
  const auto error_of = [](const Unit& unit) { return message_of<DataError>([&] { validate(unit); }); };
  const std::string rule = ": expected A of size d x d and B of size m x d with m >= d >= 1";
  EXPECT_EQ(error_of({}), "A is 0 x 0, B is 0 x 0" + rule);
  EXPECT_EQ(error_of({Matrix::Ones(2, 3), Matrix::Ones(4, 3)}), "A is 2 x 3, B is 4 x 3" + rule);
  EXPECT_EQ(error_of({Matrix::Ones(2, 2), Matrix::Ones(4, 3)}), "A is 2 x 2, B is 4 x 3" + rule);
  EXPECT_EQ(error_of({Matrix::Ones(3, 3), Matrix::Ones(2, 3)}), "A is 3 x 3, B is 2 x 3" + rule);
  const Unit unit{Matrix::Ones(3, 3), Matrix::Ones(3, 3)};
  EXPECT_EQ(message_of<DataError>([&] { predict(unit, Matrix(7, 2)); }), "X has 2 columns, the unit has 3 inputs");
  EXPECT_EQ(message_of<DataError>([&] { hidden(unit, Matrix(7, 4)); }), "X has 4 columns, the unit has 3 inputs");
}

TEST(Unit, RefusesWeightsThatAreNotFinite) {
  Unit unit{Matrix::Ones(3, 3), Matrix::Ones(3, 3)};
  unit.B(2, 0) = std::numeric_limits<double>::infinity();
  EXPECT_EQ(message_of<DataError>([&] { validate(unit); }), "B is inf in row 3, column 1");
  unit.A(0, 1) = std::numeric_limits<double>::quiet_NaN();
  EXPECT_EQ(message_of<DataError>([&] { validate(unit); }), "A is NaN in row 1, column 2");
}

TEST(LeftInverse, UndoesLayerTwo) {
  test::Random random(7);
  for (const Index d : {1, 3, 16})
    for (const Index m : {d, d + 2, 4 * d}) {
      const Unit unit = random_unit(d, m, random);
      const auto C = left_inverse(unit);
      ASSERT_TRUE(C);
      EXPECT_LE((*C * unit.B - Matrix::Identity(d, d)).norm(), 1e-11);
    }
}

TEST(LeftInverse, IsThePseudoInverse) {
  test::Random random(8);
  const Unit unit = random_unit(4, 9, random);
  const Matrix C = left_inverse(unit).value();
  const Matrix projection = unit.B * C;
  EXPECT_TRUE(projection.isApprox(projection.transpose(), 1e-12));
}

TEST(LeftInverse, ToleratesColumnsOfVeryDifferentNorms) {
  test::Random random(9);
  Unit unit = random_unit(3, 3, random);
  unit.B.col(0) *= 1e-40;
  unit.B.col(2) *= 1e40;
  const auto C = left_inverse(unit);
  ASSERT_TRUE(C);
  EXPECT_LE(((*C * unit.B).diagonal() - Vector::Ones(3)).norm(), 1e-12);
}

TEST(LeftInverse, DoesNotExistForDependentColumns) {
  test::Random random(10);
  Unit unit = random_unit(4, 6, random);
  unit.B.col(3) = 2 * unit.B.col(0) - unit.B.col(1);
  EXPECT_FALSE(left_inverse(unit));
  unit.B.setZero();
  EXPECT_FALSE(left_inverse(unit));
}

TEST(ScaleRow, IsAMultipleOfItsUnitVector) {
  Matrix A = Matrix::Zero(3, 3);
  A(0, 0) = -0.5;
  A.row(1) << 0, 2, 1e-300;
  EXPECT_TRUE(is_scale_row(A, 0));
  EXPECT_FALSE(is_scale_row(A, 1));
  EXPECT_TRUE(is_scale_row(A, 2)) << "zero is a multiple too";
  EXPECT_TRUE(is_scale_row(Matrix{{1}}, 0)) << "with one input every row is";
}

/// A unit whose rows j = 0, 1, ... are alpha_j e_j, the last row dense.
Unit unit_with_scale_rows(const std::vector<double>& alphas, test::Random& random) {
  const auto d = static_cast<Index>(alphas.size()) + 1;
  Unit unit = random_unit(d, d + 1, random);
  unit.A.topRows(d - 1).setZero();
  for (Index j = 0; j + 1 < d; ++j) unit.A(j, j) = alphas[static_cast<std::size_t>(j)];
  return unit;
}

TEST(Canonical, ComputesTheSameFunction) {
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    test::Random random(seed);
    const Unit unit = unit_with_scale_rows({-0.999, -0.5, -1e-3, -1, -3, 0, 2}, random);
    const Matrix X = random.gaussian(100, unit.inputs());
    EXPECT_TRUE(predict(canonical(unit), X).isApprox(predict(unit, X), 1e-13));
  }
}

TEST(Canonical, HasNoScaleFactorBetweenMinusOneAndZero) {
  test::Random random(11);
  const Unit unit = unit_with_scale_rows({-0.25, -0.75}, random);
  const Unit form = canonical(unit);
  EXPECT_DOUBLE_EQ(form.A(0, 0), 1.0 / 3);
  EXPECT_DOUBLE_EQ(form.A(1, 1), 3.0);
  EXPECT_EQ(form.B.col(0), 0.75 * unit.B.col(0));
  EXPECT_EQ(form.B.col(1), 0.25 * unit.B.col(1));
}

TEST(Canonical, ChangesNothingElse) {
  test::Random random(12);
  for (const Unit& unit : {random_unit(6, 6, random), unit_with_scale_rows({-1, -2, 0, 0.5}, random)}) {
    EXPECT_EQ(canonical(unit).A, unit.A);
    EXPECT_EQ(canonical(unit).B, unit.B);
  }
}

TEST(Canonical, IsItsOwnCanonicalForm) {
  test::Random random(13);
  const Unit once = canonical(unit_with_scale_rows({-0.1, -0.9, -0.4}, random));
  EXPECT_EQ(canonical(once).A, once.A);
  EXPECT_EQ(canonical(once).B, once.B);
}

}  // namespace
}  // namespace resunit
