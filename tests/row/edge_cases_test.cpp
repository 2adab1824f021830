// SPDX-License-Identifier: BSD-3-Clause
// Edge cases of the row programs: dependent columns, few samples, repeated samples, zero targets, extreme scales.
#include <gtest/gtest.h>

#include <Eigen/LU>
#include <cmath>

#include "row/expect_optimal.hpp"

namespace resunit::test {
namespace {

class RowEdgeCases : public testing::TestWithParam<RowProgram> {
 protected:
  /// Targets for which the program has a solution: feasible ones for (R0), noisy ones for the others.
  RowProblem solvable(const Matrix& F, Index rows = 3) const {
    Random random(1);
    return {F, GetParam() == RowProgram::center ? feasible_targets(F, rows, random) : noisy_targets(F, rows, random)};
  }
};
INSTANTIATE_TEST_SUITE_P(Programs, RowEdgeCases, testing::ValuesIn(kPapersPrograms),
                         [](const auto& test_info) { return name_of(test_info.param); });

/// F with columns of equal norm, so that the minimum-norm c does not depend on the scaling of the columns.
Matrix of_equal_lengths(const Matrix& F) {
  return 1.2 * F * F.colwise().norm().cwiseInverse().asDiagonal();
}

/// Multiplies each sample by its own factor between 1e-4 and 1e4, which does not change the feasible set.
void scale_samples(RowProblem& problem, Random& random) {
  for (Index i = 0; i < problem.F.rows(); ++i) {
    const double factor = std::pow(10.0, random.uniform(-4, 4));
    problem.F.row(i) *= factor;
    problem.T.col(i) *= factor;
  }
}

/// The minimum-norm solution is orthogonal to the null space of F.
void expect_no_part_in_null_space(const MatrixView& F, const Matrix& C) {
  const Eigen::FullPivLU<Matrix> lu(F);
  const Matrix null_space = lu.kernel();
  for (Index k = 0; k < null_space.cols(); ++k)
    EXPECT_LE((C * null_space.col(k)).norm(), 1e-8 * C.norm() * null_space.col(k).norm());
}

TEST_P(RowEdgeCases, DependentColumnsGetTheSmallestSolution) {
  for (const Index rank : {1, 3, 5}) {
    SCOPED_TRACE(testing::Message() << "rank " << rank);
    Random random(2);
    const RowProblem problem = solvable(of_equal_lengths(random.gaussian(40, rank) * random.gaussian(rank, 7)));
    const RowsResult result = expect_solved(GetParam(), problem);
    EXPECT_EQ(result.rank, rank);
    expect_no_part_in_null_space(problem.F, result.C);
  }
}

TEST_P(RowEdgeCases, EqualColumnsShareTheirWeight) {
  Matrix F = Random(3).gaussian(40, 5);
  F.col(4) = F.col(0);
  const RowsResult result = expect_solved(GetParam(), solvable(F));
  EXPECT_EQ(result.rank, 4);
  EXPECT_LE((result.C.col(4) - result.C.col(0)).norm(), 1e-9 * result.C.norm());
}

TEST_P(RowEdgeCases, AColumnOfZerosGetsNoWeight) {
  Matrix F = Random(4).gaussian(40, 5);
  F.col(2).setZero();
  const RowsResult result = expect_solved(GetParam(), solvable(F));
  EXPECT_EQ(result.rank, 4);
  EXPECT_LE(result.C.col(2).norm(), 1e-12 * result.C.norm());
}

TEST_P(RowEdgeCases, FewerSamplesThanColumnsAreAllSatisfied) {
  const RowProblem problem = solvable(of_equal_lengths(Random(5).gaussian(5, 8)), 4);
  const RowsResult result = expect_solved(GetParam(), problem);
  EXPECT_EQ(result.rank, 5);
  for (Index j = 0; j < 4; ++j) expect_feasible(problem.F, problem.target(j), result.C.row(j));
  expect_no_part_in_null_space(problem.F, result.C);
}

TEST_P(RowEdgeCases, OneSample) {
  for (const double target : {2.0, -2.0}) {
    const RowProblem problem{Matrix{{3.0, -4.0}}, Matrix{{target}}};
    EXPECT_EQ(expect_solved(GetParam(), problem).rank, 1);
  }
}

TEST_P(RowEdgeCases, OneColumn) {
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    SCOPED_TRACE(testing::Message() << "seed " << seed);
    expect_solved(GetParam(), solvable(Random(seed).gaussian(30, 1)));
  }
}

TEST_P(RowEdgeCases, OneSampleAndOneColumn) {
  EXPECT_GE(expect_solved(GetParam(), {Matrix{{2.0}}, Matrix{{6.0}}}).C(0, 0), 3 - 1e-8);
  EXPECT_LE(expect_solved(GetParam(), {Matrix{{-2.0}}, Matrix{{6.0}}}).C(0, 0), -3 + 1e-8);
}

TEST_P(RowEdgeCases, RepeatedSamples) {
  const RowProblem once = solvable(Random(6).gaussian(50, 6));
  const RowProblem thrice{once.F.replicate(3, 1), once.T.replicate(1, 3)};
  const RowsResult of_once = expect_solved(GetParam(), once), of_thrice = expect_solved(GetParam(), thrice);
  for (std::size_t j = 0; j < 3; ++j)
    EXPECT_NEAR(of_thrice.rows[j].objective, of_once.rows[j].objective, 1e-8 * of_once.rows[j].objective + 1e-9);
}

TEST_P(RowEdgeCases, SmallIntegersWithTies) {
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    SCOPED_TRACE(testing::Message() << "seed " << seed);
    Random random(seed);
    const Matrix F = random.integers(60, 4, -2, 2), C = random.integers(2, 4, -2, 2);
    expect_solved(GetParam(), {F, C * F.transpose() - random.integers(2, 60, 0, 1)});
  }
}

TEST_P(RowEdgeCases, AnUnboundedFeasibleSet) {
  expect_solved(GetParam(), unbounded_rows({50, 5, 3}, 7));
}

TEST_P(RowEdgeCases, AZeroTargetIsSatisfiedByZero) {
  RowProblem problem = noisy_rows({50, 5, 2}, 8);
  problem.T.setZero();
  expect_solved(GetParam(), problem);
}

TEST_P(RowEdgeCases, ANegativeTargetIsSatisfiedWithoutLoss) {
  RowProblem problem = noisy_rows({50, 5, 2}, 8);
  problem.T = -problem.T.cwiseAbs();
  for (const RowReport& report : expect_solved(GetParam(), problem).rows) EXPECT_LE(report.objective, 1e-8);
}

TEST_P(RowEdgeCases, ZeroFGivesZeroWeights) {
  const RowsResult result = expect_solved(GetParam(), {Matrix::Zero(6, 3), Matrix::Constant(2, 6, -1)});
  EXPECT_EQ(result.rank, 0);
  EXPECT_EQ(result.C.norm(), 0);
}

TEST_P(RowEdgeCases, ZeroFCannotSatisfyAPositiveTarget) {
  const RowsResult result = solve(GetParam(), {Matrix::Zero(6, 3), Matrix::Constant(2, 6, 1)});
  EXPECT_EQ(result.status(), GetParam() == RowProgram::center ? RowStatus::infeasible : RowStatus::solved);
  EXPECT_EQ(result.C.norm(), 0);
}

TEST_P(RowEdgeCases, ColumnsOfVeryDifferentSize) {
  for (const double exponent : {6.0, 100.0}) {
    SCOPED_TRACE(testing::Message() << "columns from 1e-" << exponent << " to 1e" << exponent);
    RowProblem problem = solvable(Random(9).gaussian(80, 5));
    for (Index k = 0; k < 5; ++k) problem.F.col(k) *= std::pow(10.0, exponent * static_cast<double>(k - 2) / 2);
    EXPECT_EQ(expect_solved(GetParam(), problem).rank, 5);
  }
}

TEST_P(RowEdgeCases, TargetsOfVeryDifferentSize) {
  RowProblem problem = solvable(Random(10).gaussian(80, 5));
  problem.T.row(0) *= 1e-100;
  problem.T.row(2) *= 1e100;
  expect_solved(GetParam(), problem);
}

TEST_P(RowEdgeCases, SamplesOfVeryDifferentSize) {
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    SCOPED_TRACE(testing::Message() << "seed " << seed);
    Random random(seed);
    RowProblem problem = solvable(random.gaussian(50, 8), 1);
    scale_samples(problem, random);
    expect_solved(GetParam(), problem);
  }
}

// Half of the samples are tight at one c, which may be the whole feasible set or one of its vertices.
TEST_P(RowEdgeCases, ManySamplesAreTightAtOnePoint) {
  for (std::uint64_t seed = 0; seed < 60; ++seed) {
    SCOPED_TRACE(testing::Message() << "seed " << seed);
    Random random(seed);
    const Matrix F = random.gaussian(47, 8), C = random.gaussian(1, 8);
    RowProblem problem{F, C * F.transpose() - random.gaussian(1, 47).cwiseMax(0)};
    expect_solved(GetParam(), problem);
    scale_samples(problem, random);
    expect_solved(GetParam(), problem);
  }
}

// A direction orthogonal to all active samples: the Newton matrix is singular, and the step must not be 0 / 0.
TEST_P(RowEdgeCases, ADirectionOrthogonalToAllActiveSamples) {
  const Matrix F{{-1, -1}, {0, -1}, {1, -1}, {1, 0}, {0, -1}};
  EXPECT_LE(expect_solved(GetParam(), {F, Matrix{{4, -2, 0, 0, -1}}}).C.norm(), 1e6);
}

TEST_P(RowEdgeCases, OneSampleFarFromTheOthers) {
  RowProblem problem = solvable(Random(11).gaussian(80, 5));
  problem.F.row(3) *= 1e6;
  problem.T.col(3) *= 1e6;
  expect_solved(GetParam(), problem);
}

}  // namespace
}  // namespace resunit::test
