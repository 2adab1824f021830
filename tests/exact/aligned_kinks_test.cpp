// SPDX-License-Identifier: BSD-3-Clause
// Inputs whose columns differ in size by many orders of magnitude: the kinks of all neurons nearly coincide.
#include "exact/aligned_kinks.hpp"

#include <gtest/gtest.h>

#include "exact/exact.hpp"
#include "exact/random_problems.hpp"
#include "exact/weights.hpp"

namespace resunit::test {
namespace {

TEST(AlignedKinks, UnitsOfBadlyScaledInputsAreFoundAndNoRowIsFalselyCertified) {
  int rows = 0, certified = 0;
  for (const bool nonnegative : {true, false})
    for (std::uint64_t seed = 0; seed < 10; ++seed) {
      const BadlyScaled problem(12, 160, 2e-4, 2.6e3, nonnegative, seed);
      const ExactFit fit = learn_exactly(problem.data, {.quick = true});
      EXPECT_EQ(fit.found, 12) << "seed " << seed;
      EXPECT_LE(fit.relative_residual, 1e-12) << "seed " << seed;
      const Vector errors = problem.row_errors(fit.unit);
      for (Index j = 0; j < 12; ++j) {
        ++rows;
        if (!fit.certificate.layer1_rows[j]) continue;
        ++certified;
        EXPECT_LE(errors(j), 1e-6) << "seed " << seed << ", row " << j + 1;
      }
    }
  EXPECT_GE(certified, rows * 3 / 4);
}

TEST(AlignedKinks, AreNotSearchedForStandardizedInputs) {
  const BadlyScaled similar(4, 40, 1e-3, 2e-3, false, 1), different(4, 40, 1, 20, false, 1);
  EXPECT_FALSE(is_badly_scaled(make_problem(similar.data, 40, 1)));
  EXPECT_TRUE(is_badly_scaled(make_problem(different.data, 40, 1)));
  Dataset with_zeros = similar.data;
  with_zeros.X.col(2).setZero();
  EXPECT_FALSE(is_badly_scaled(make_problem(with_zeros, 40, 1))) << "columns of zeros have no scale";
}

TEST(AlignedKinks, NoiseEndsTheSearchWithoutRows) {
  BadlyScaled problem(6, 100, 1e-2, 1e2, false, 3);
  Random noise(9);
  problem.data.Y += 0.1 * noise.gaussian(100, 6);
  const ExactProblem exact = make_problem(problem.data, 100, 1);
  FoundRows rows(exact);
  resunit::Random random(1, Stream::exact_search);
  find_aligned_kinks(exact, {}, {}, random, rows);
  EXPECT_EQ(rows.open().size(), 6U);
}

TEST(FoundRows, RejectTheNeuronOfAnotherRowIfTheInputIsNegligible) {
  const BadlyScaled problem(4, 60, 1e-4, 1e3, false, 2);
  const ExactProblem exact = make_problem(problem.data, 60, 1);
  const auto activation = [&](Index j, Index neuron) -> Vector {
    return exact.working_set.W.transpose() * (problem.data.X * problem.truth.A.row(neuron).transpose()) /
           exact.scale(j);
  };
  for (Index j = 0; j < 4; ++j)
    for (Index neuron = 0; neuron < 4; ++neuron) {
      FoundRows rows(exact);
      EXPECT_EQ(rows.keep(j, activation(j, neuron)), j == neuron) << "row " << j << ", neuron " << neuron;
    }
}

TEST(RowWeights, RefinementReducesTheBackwardErrorsOfBadlyScaledInputs) {
  int inaccurate = 0;
  for (std::uint64_t seed = 0; seed < 5; ++seed) {
    const BadlyScaled problem(8, 120, 1e-3, 1e3, false, seed);
    const ExactProblem exact = make_problem(problem.data, 120, 1);
    FoundRows rows(exact);
    for (Index j = 0; j < 8; ++j)
      rows.accept(
          j, exact.working_set.W.transpose() * (problem.data.X * problem.truth.A.row(j).transpose()) / exact.scale(j));
    ASSERT_TRUE(rows.complete());
    RowWeights weights = row_weights(exact, rows);
    const Vector before = backward_errors(problem.data, weights);
    Vector errors = before;
    refine_inaccurate_rows(problem.data, exact, rows, weights, errors);
    EXPECT_TRUE((errors.array() <= before.array()).all());
    EXPECT_EQ(errors, backward_errors(problem.data, weights));
    inaccurate += before.maxCoeff() > kLargestBackwardError;
    EXPECT_LE(errors.maxCoeff(), kLargestBackwardError) << "seed " << seed;
  }
  EXPECT_GT(inaccurate, 0);
}

}  // namespace
}  // namespace resunit::test
