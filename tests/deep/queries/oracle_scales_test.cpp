// SPDX-License-Identifier: BSD-3-Clause
#include "deep/queries/oracle_scales.hpp"

#include <gtest/gtest.h>

#include "support/networks.hpp"
#include "support/oracles.hpp"

namespace resunit {
namespace {

AnswerQuality quality_of(const Oracle& oracle, Index d) {
  Answers answers(oracle, d, 100000);
  Random random(1, Stream::query_lines);
  set_scales(answers, random);
  return measure_quality(answers, random);
}

TEST(OracleScales, EstimateThePrecisionOfTheAnswers) {
  test::Random random(1);
  const Network network = test::random_network(3, 6, 6, random);
  EXPECT_LE(quality_of(test::exact_oracle(network), 6).precision, 1e-15);
  const double in_float = quality_of(test::float_oracle(network), 6).precision;
  EXPECT_TRUE(in_float > 1e-8 && in_float < 5e-7) << in_float;
  const double rounded = quality_of(test::rounded_oracle(network, 6), 6).precision;
  EXPECT_TRUE(rounded > 1e-7 && rounded < 1e-5) << rounded;
  EXPECT_EQ(quality_of(test::rounded_oracle(network, 6), 6).defect, "");
}

TEST(OracleScales, EqualizeBadlyScaledInputsAndOutputs) {
  test::Random random(2);
  const Matrix M = random.gaussian(4, 4);
  const Vector in = (Vector(4) << 1e-3, 1, 1e3, 1).finished(), out = (Vector(4) << 1e6, 1, 1, 1e-6).finished();
  const Oracle oracle = [&](const MatrixView& X) -> Matrix { return X * in.asDiagonal() * M * out.asDiagonal(); };
  Answers answers(oracle, 4, 100000);
  Random draws(1, Stream::query_lines);
  set_scales(answers, draws);
  const Matrix J = answers(Matrix::Identity(4, 4));
  EXPECT_LE(J.rowwise().norm().maxCoeff(), 8 * J.rowwise().norm().minCoeff());
  EXPECT_LE(J.colwise().norm().maxCoeff(), 8 * J.colwise().norm().minCoeff());
}

}  // namespace
}  // namespace resunit
