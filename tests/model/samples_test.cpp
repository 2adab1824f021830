// SPDX-License-Identifier: BSD-3-Clause
#include "resunit/samples.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "resunit/error.hpp"
#include "support/message_of.hpp"
#include "support/not_finite.hpp"

namespace resunit {
namespace {

using test::kInfinity;
using test::kNan;

std::string error_of(const Matrix& X, const Matrix& Y) {
  return test::message_of<DataError>([&] { validate(Samples{X, Y}); });
}

TEST(Samples, OfMatchingShapesAreValid) {
  for (const Index d : {1, 2, 5})
    for (const Index m : {d, d + 1, 3 * d}) EXPECT_NO_THROW(validate(Dataset{Matrix::Ones(4, d), Matrix::Ones(4, m)}));
}

TEST(Samples, RequireAsManyRowsInXAsInY) {
  EXPECT_EQ(error_of(Matrix::Ones(512, 2), Matrix::Ones(500, 2)), "X has 512 rows, Y has 500");
  EXPECT_EQ(error_of(Matrix::Ones(1, 2), Matrix::Ones(2, 2)), "X has 1 row, Y has 2");
}

TEST(Samples, MustNotBeEmpty) {
  EXPECT_EQ(error_of(Matrix(0, 3), Matrix(0, 3)), "X is empty");
  EXPECT_EQ(error_of(Matrix(5, 0), Matrix(5, 3)), "X is empty");
  EXPECT_EQ(error_of(Matrix::Ones(5, 3), Matrix(5, 0)), "Y is empty");
}

TEST(Samples, RequireAtLeastAsManyOutputsAsInputs) {
  const std::string advice =
      ": a unit needs at least as many outputs as inputs; for a table with few targets use `resunit regress` or, in "
      "Python, ResidualUnitRegressor";
  EXPECT_EQ(error_of(Matrix::Ones(4, 8), Matrix::Ones(4, 3)), "Y has 3 columns, X has 8" + advice);
  EXPECT_EQ(error_of(Matrix::Ones(4, 10), Matrix::Ones(4, 1)), "Y has 1 column, X has 10" + advice);
}

TEST(Samples, NameTheFirstEntryThatIsNotFinite) {
  Matrix Y = Matrix::Ones(20, 5);
  Y(17, 3) = kNan;
  Y(18, 0) = kInfinity;
  EXPECT_EQ(error_of(Matrix::Ones(20, 2), Y), "Y is NaN in row 18, column 4");
  Y(2, 0) = -kInfinity;
  EXPECT_EQ(error_of(Matrix::Ones(20, 2), Y), "Y is -inf in row 3, column 1");
  Matrix X = Matrix::Ones(20, 2);
  X(0, 1) = kNan;
  EXPECT_EQ(error_of(X, Y), "X is NaN in row 1, column 2");
}

TEST(Samples, RefuseNumbersTooLargeToSquare) {
  Matrix X = Matrix::Ones(3, 2);
  X(1, 0) = -2e150;
  EXPECT_EQ(error_of(X, Matrix::Ones(3, 2)), "X is -2e+150 in row 2, column 1: too large to be squared safely");
  X(1, 0) = -kLargestMagnitude;
  EXPECT_NO_THROW(validate(Dataset{X, Matrix::Ones(3, 2)}));
  EXPECT_TRUE(std::isfinite(X.squaredNorm() * 1e6));
}

TEST(Samples, ViewTheMatricesOfADataset) {
  const Dataset data{.X = Matrix::Ones(3, 2), .Y = Matrix::Ones(3, 4)};
  const Samples samples = data;
  EXPECT_EQ(samples.X.data(), data.X.data());
  EXPECT_EQ(samples.Y.data(), data.Y.data());
  EXPECT_EQ(samples.count(), 3);
  EXPECT_EQ(samples.inputs(), 2);
  EXPECT_EQ(samples.outputs(), 4);
}

}  // namespace
}  // namespace resunit
