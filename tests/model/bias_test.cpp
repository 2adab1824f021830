// SPDX-License-Identifier: BSD-3-Clause
// Units with biases as units of samples with a constant input and output.
#include "model/bias.hpp"

#include <gtest/gtest.h>

#include "resunit/error.hpp"
#include "resunit/metrics.hpp"
#include "resunit/synthetic.hpp"
#include "support/random.hpp"

namespace resunit::test {
namespace {

Unit biased(Bias bias, Index outputs) {
  return draw_teacher({.inputs = 3, .outputs = outputs, .negative = 0.5, .bias = bias, .seed = 5});
}

TEST(Bias, IsTheWeightOfAConstantInputAndOutput) {
  for (const Bias bias : {Bias::layer1, Bias::both}) {
    const Unit unit = biased(bias, 3);
    const Dataset data = draw_samples(unit, {.samples = 20, .seed = 1}), extended = with_constant(data);
    EXPECT_TRUE(predict(with_constant_output(unit), extended.X).isApprox(extended.Y, 1e-14));
    EXPECT_EQ(without_constant_output(Samples(extended)).Y, data.Y);
    const Unit back = without_constant_output(with_constant_output(unit), bias);
    EXPECT_TRUE(back.bias);
    EXPECT_EQ(back.A, unit.A);
    EXPECT_EQ(back.B, unit.B);
  }
}

TEST(Bias, OfAUnitIsReported) {
  EXPECT_EQ(bias_of(biased(Bias::none, 3)), Bias::none);
  EXPECT_EQ(bias_of(biased(Bias::layer1, 3)), Bias::layer1);
  EXPECT_EQ(bias_of(biased(Bias::both, 3)), Bias::both);
}

TEST(Bias, ImposesTheZerosOfTheModel) {
  Unit unit{.A = Random(1).gaussian(4, 4), .B = Random(2).gaussian(5, 4)};
  const Unit same = impose_model(unit, Bias::none), both = impose_model(unit, Bias::both),
             layer1 = impose_model(unit, Bias::layer1);
  EXPECT_EQ(same.A, unit.A);
  for (const Unit& imposed : {both, layer1}) {
    EXPECT_TRUE(imposed.A.row(3).isZero(0));
    EXPECT_EQ(imposed.B.row(4), Eigen::RowVectorXd::Unit(4, 3));
  }
  EXPECT_EQ(both.B.topRows(4), unit.B.topRows(4));
  EXPECT_TRUE(layer1.B.topRightCorner(4, 1).isZero(0));
}

TEST(Bias, AcceptsAsManyOutputsAsInputsWithoutANeuronOfTheConstant) {
  Unit unit = biased(Bias::both, 3);
  EXPECT_NO_THROW(validate(unit));
  unit.A(3, 0) = 1;
  EXPECT_THROW(validate(unit), DataError);
  unit.A(3, 0) = 0;
  unit.bias = false;
  EXPECT_THROW(validate(unit), DataError) << "an ordinary unit requires m >= d";
  unit = biased(Bias::both, 4);
  unit.A(3, 0) = 1;
  EXPECT_NO_THROW(validate(unit)) << "model files of 0.2.0";
}

TEST(Bias, IsNotPartOfTheLeftInverse) {
  for (const Bias bias : {Bias::layer1, Bias::both}) {
    const Unit unit = biased(bias, 3);
    const Matrix C = left_inverse(unit).value();
    EXPECT_TRUE((C * unit.B.leftCols(3)).isApprox(Matrix::Identity(3, 3), 1e-10));
  }
}

TEST(Bias, CountsInTheErrorsOfWeights) {
  const Unit truth = biased(Bias::both, 3);
  Unit estimate = truth;
  EXPECT_EQ(weight_errors(estimate, truth).layer2, 0);
  estimate.B(0, 3) += 1;
  EXPECT_GT(weight_errors(estimate, truth).layer2, 0.01);
}

}  // namespace
}  // namespace resunit::test
