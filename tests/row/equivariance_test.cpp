// SPDX-License-Identifier: BSD-3-Clause
// Equivariance and invariance of the solutions under transformations of the problem:
//     t -> s t            c -> s c
//     F_k -> s F_k        c_k -> c_k / s
//     samples reordered   c -> c
//     rows reordered      C reordered
//     more threads        C -> C, bit for bit
#include <gtest/gtest.h>

#include <Eigen/LU>

#include "linalg/indexing.hpp"
#include "row/expect_optimal.hpp"

namespace resunit::test {
namespace {

class Equivariance : public testing::TestWithParam<RowProgram> {
 protected:
  RowProblem problem_ = solvable_rows(GetParam(), {64, 4, 3}, 1);
  Matrix C_ = solve(GetParam(), problem_).C;

  void expect_near(const Matrix& C, const char* what) const {
    EXPECT_LE((C - C_).norm(), 1e-7 * C_.norm()) << what << "\n" << C << "\ninstead of\n" << C_;
  }
};
INSTANTIATE_TEST_SUITE_P(Programs, Equivariance, testing::ValuesIn(kPrograms),
                         [](const auto& test_info) { return name_of(test_info.param); });

TEST_P(Equivariance, ScalingTheTargetScalesTheSolution) {
  for (const double s : {0.3, 4.0, 1e-100, 1e100})
    expect_near(solve(GetParam(), {problem_.F, s * problem_.T}).C / s, "scaled target");
}

TEST_P(Equivariance, ScalingAColumnScalesItsWeightBack) {
  for (const double s : {0.3, 4.0, 1e-6, 1e6, 1e-100, 1e100}) {
    const Vector scales{{1, s, 1, 1 / s}};
    const Matrix C = solve(GetParam(), {problem_.F * scales.asDiagonal(), problem_.T}).C;
    expect_near(C * scales.asDiagonal(), "scaled columns");
  }
}

TEST_P(Equivariance, ReorderingSamplesChangesNothing) {
  const auto order = Random(2).permutation(64);
  expect_near(solve(GetParam(), {problem_.F(order, kAll), problem_.T(kAll, order)}).C, "other order");
}

TEST_P(Equivariance, ARowDoesNotDependOnOtherRows) {
  Matrix C(3, 4);
  for (Index j = 0; j < 3; ++j) C.row(j) = solve(GetParam(), {problem_.F, problem_.T.row(j)}).C;
  expect_near(C, "one row at a time");
}

TEST_P(Equivariance, ANegatedColumnNegatesItsWeight) {
  const Vector signs{{1, -1, 1, -1}};
  expect_near(solve(GetParam(), {problem_.F * signs.asDiagonal(), problem_.T}).C * signs.asDiagonal(), "signs");
}

TEST_P(Equivariance, TransformingColumnsTransformsWeights) {
  if (GetParam() == RowProgram::center) GTEST_SKIP() << "the center depends on the coordinates";
  const Matrix mix = Random(3).gaussian(4, 4);
  expect_near(solve(GetParam(), {problem_.F * mix, problem_.T}).C * mix.transpose(), "mixed columns");
}

TEST_P(Equivariance, ThreadsDoNotChangeTheResult) {
  const RowProblem problem = solvable_rows(GetParam(), {200, 9, 70}, 4);
  const RowsResult one = solve(GetParam(), problem, {}, 1);
  for (const int threads : {2, 3}) {
    const RowsResult more = solve(GetParam(), problem, {}, threads);
    EXPECT_TRUE(more.C == one.C) << threads << " threads";
    for (std::size_t j = 0; j < 70; ++j) {
      EXPECT_EQ(more.rows[j].iterations, one.rows[j].iterations) << threads << " threads, row " << j;
      EXPECT_EQ(more.rows[j].objective, one.rows[j].objective) << threads << " threads, row " << j;
      EXPECT_EQ(more.rows[j].optimality, one.rows[j].optimality) << threads << " threads, row " << j;
    }
  }
}

TEST_P(Equivariance, TheSameCallGivesTheSameBits) {
  EXPECT_TRUE(solve(GetParam(), problem_).C == C_);
}

}  // namespace
}  // namespace resunit::test
