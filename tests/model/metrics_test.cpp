// SPDX-License-Identifier: BSD-3-Clause
#include "resunit/metrics.hpp"

#include <gtest/gtest.h>

#include <Eigen/Eigenvalues>
#include <cmath>

#include "resunit/error.hpp"
#include "support/message_of.hpp"
#include "support/random.hpp"

namespace resunit {
namespace {

double largest_eigenvalue(const Matrix& M) {
  return Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd>(M).eigenvalues().maxCoeff();
}

TEST(RelativeError, IsTheSpectralNormOfTheDifference) {
  for (std::uint64_t seed = 0; seed < 10; ++seed) {
    test::Random random(seed);
    const Matrix truth = random.gaussian(7, 4), estimate = random.gaussian(7, 4);
    const Matrix difference = estimate - truth;
    const double expected = std::sqrt(largest_eigenvalue(difference.transpose() * difference) /
                                      largest_eigenvalue(truth.transpose() * truth));
    EXPECT_NEAR(relative_error(estimate, truth), expected, 1e-12);
  }
}

TEST(RelativeError, OfTheTruthIsZeroAndOfZeroIsOne) {
  test::Random random(1);
  const Matrix truth = random.gaussian(5, 5);
  EXPECT_EQ(relative_error(truth, truth), 0);
  EXPECT_NEAR(relative_error(Matrix(Matrix::Zero(5, 5)), truth), 1, 1e-14);
}

TEST(RelativeError, DoesNotDependOnScale) {
  test::Random random(2);
  const Matrix truth = random.gaussian(3, 3), estimate = random.gaussian(3, 3);
  const double error = relative_error(estimate, truth);
  for (const double scale : {1e-100, 1e-3, 1e100})
    EXPECT_NEAR(relative_error(Matrix(scale * estimate), Matrix(scale * truth)), error, 1e-13 * error);
}

TEST(RelativeError, OfAZeroTruthIsTheNormOfTheEstimate) {
  const Matrix zero = Matrix::Zero(3, 3);
  Matrix estimate = zero;
  EXPECT_EQ(relative_error(estimate, zero), 0);
  estimate(1, 1) = -0.25;
  EXPECT_DOUBLE_EQ(relative_error(estimate, zero), 0.25);
}

TEST(RelativeError, RefusesDifferentShapes) {
  EXPECT_EQ(test::message_of<DataError>([] { relative_error(Matrix(2, 3), Matrix(4, 3)); }),
            "the estimate is 2 x 3, the truth is 4 x 3");
  EXPECT_THROW(relative_error(Matrix(0, 0), Matrix(0, 0)), DataError);
}

TEST(OutputErrors, FollowTheirDefinitions) {
  Matrix outputs(3, 2), predicted(3, 2);
  outputs << 3, 4, 0, 5, 6, 0;
  predicted << 3, 4, 3, 9, 6, 3;  // distances 0, 5, 3; lengths 5, 5, 6
  const OutputErrors errors = output_errors(predicted, outputs);
  EXPECT_DOUBLE_EQ(errors.output_error, (0 + 1 + 0.5) / 3);
  EXPECT_DOUBLE_EQ(errors.rmse, std::sqrt(34.0 / 6));
  EXPECT_DOUBLE_EQ(errors.loss, 34.0 / 6);
  EXPECT_DOUBLE_EQ(errors.r2, 1 - 34.0 / (18 + 14));  // columns 3, 0, 6 about 3; 4, 5, 0 about 3
}

TEST(OutputErrors, OfPerfectPredictionsAreZero) {
  test::Random random(3);
  const Matrix Y = random.gaussian(40, 3);
  const OutputErrors errors = output_errors(Y, Y);
  EXPECT_EQ(errors.output_error, 0);
  EXPECT_EQ(errors.rmse, 0);
  EXPECT_EQ(errors.loss, 0);
  EXPECT_EQ(errors.r2, 1);
}

TEST(OutputErrors, OfPredictingTheMeanHaveZeroR2) {
  test::Random random(4);
  const Matrix Y = random.gaussian(40, 3).array() + 10;
  const Matrix mean = Y.colwise().mean().replicate(40, 1);
  EXPECT_NEAR(output_errors(mean, Y).r2, 0, 1e-12);
}

TEST(OutputErrors, AreOneForZeroOutputsUnlessPredictedExactly) {
  const Matrix outputs = Matrix::Zero(2, 2);
  Matrix predicted = Matrix::Zero(2, 2);
  EXPECT_EQ(output_errors(predicted, outputs).output_error, 0);
  predicted(0, 0) = 1e-9;
  EXPECT_EQ(output_errors(predicted, outputs).output_error, 0.5);
}

TEST(OutputErrors, HaveUndefinedR2ForConstantOutputs) {
  const Matrix outputs = Matrix::Constant(7, 2, 0.1);
  EXPECT_TRUE(std::isnan(output_errors(outputs, outputs).r2));
  EXPECT_TRUE(std::isnan(output_errors(Matrix{{1, 1}}, Matrix{{0, 0}}).r2)) << "one sample is constant";
}

TEST(OutputErrors, DoNotDependOnScale) {
  const Matrix outputs = test::Random(1).gaussian(20, 3), predicted = outputs + 0.1 * test::Random(2).gaussian(20, 3);
  const OutputErrors plain = output_errors(predicted, outputs);
  for (const double scale : {std::ldexp(1.0, -600), std::ldexp(1.0, 480)}) {
    const OutputErrors scaled = output_errors(Matrix(scale * predicted), Matrix(scale * outputs));
    EXPECT_NEAR(scaled.output_error, plain.output_error, 1e-14);
    EXPECT_NEAR(scaled.rmse / scale, plain.rmse, 1e-14);
    EXPECT_NEAR(scaled.r2, plain.r2, 1e-14);
  }
}

TEST(OutputErrors, RefuseDifferentShapesAndEmptyMatrices) {
  EXPECT_THROW(output_errors(Matrix(2, 3), Matrix(3, 3)), DataError);
  EXPECT_THROW(output_errors(Matrix(0, 3), Matrix(0, 3)), DataError);
}

TEST(WeightErrors, CompareCanonicalForms) {
  test::Random random(5);
  Unit teacher{.A = random.gaussian(3, 3), .B = random.gaussian(4, 3)};
  teacher.A.row(1) << 0, -0.5, 0;
  Unit same = teacher;  // -0.5 e_2 is 1 e_2 with half of B's column
  same.A(1, 1) = 1;
  same.B.col(1) *= 0.5;
  const WeightErrors errors = weight_errors(same, teacher);
  EXPECT_LE(errors.layer1, 1e-15);
  EXPECT_LE(errors.layer2, 1e-15);
}

TEST(WeightErrors, AreRelativeErrorsOfEachLayer) {
  test::Random random(6);
  const Unit teacher{.A = random.gaussian(3, 3), .B = random.gaussian(4, 3)};
  const WeightErrors errors = weight_errors({.A = 1.5 * teacher.A, .B = 0.75 * teacher.B}, teacher);
  EXPECT_NEAR(errors.layer1, 0.5, 1e-14);
  EXPECT_NEAR(errors.layer2, 0.25, 1e-14);
}

TEST(WeightErrors, RefuseUnitsOfDifferentShape) {
  const Unit small{.A = Matrix::Ones(2, 2), .B = Matrix::Ones(2, 2)};
  const Unit wide{.A = Matrix::Ones(2, 2), .B = Matrix::Ones(3, 2)};
  EXPECT_THROW(weight_errors(small, wide), DataError);
}

TEST(WeightErrors, OfNetworksAreRelativeToEachLayer) {
  const Network truth{{Matrix{{2}}, Matrix{{1}}, Matrix{{4}}}}, estimate{{Matrix{{2}}, Matrix{{1.5}}, Matrix{{3}}}};
  EXPECT_EQ(weight_errors(estimate, truth), (std::vector<double>{0, 0.5, 0.25}));
  EXPECT_THROW((void)weight_errors(truth, Network{{Matrix{{1}}, Matrix{{1}}}}), DataError);
}

}  // namespace
}  // namespace resunit
