// SPDX-License-Identifier: BSD-3-Clause
// The reference solvers compared with each other: enumeration, a gradient method and Clp are independent methods.
#include <gtest/gtest.h>

#include <algorithm>

#include "oracle/brute_force.hpp"
#include "oracle/clp.hpp"
#include "support/row_objectives.hpp"
#include "support/row_problems.hpp"

namespace resunit::test {
namespace {

constexpr int kSeeds = 100;

/// Tiny problems of all kinds in turn.
RowProblem tiny(std::uint64_t seed) {
  const RowShape shape{.samples = 5 + static_cast<Index>(seed % 4), .columns = 1 + static_cast<Index>(seed % 3)};
  switch (seed % 5) {
    case 0: return noisy_rows(shape, seed);
    case 1: return feasible_rows(shape, seed);
    case 2: return infeasible_rows(shape, seed);
    case 3: return unbounded_rows(shape, seed);
    default: return tied_rows({9, shape.columns}, seed);
  }
}

class Oracles : public testing::TestWithParam<bool> {};  // with c >= 0?
INSTANTIATE_TEST_SUITE_P(Signs, Oracles, testing::Bool(),
                         [](const auto& test_info) { return test_info.param ? "Nonnegative" : "Free"; });

TEST_P(Oracles, GradientsReachTheMinimumOfAllActiveSets) {
  for (std::uint64_t seed = 0; seed < kSeeds; ++seed) {
    const auto [F, T] = tiny(seed);
    const Vector t = T.row(0), c = oracle::least_squares_by_gradient(F, t, GetParam());
    EXPECT_NEAR(objective(RowProgram::least_squares, F, t, c), oracle::least_squares_minimum(F, t, GetParam()),
                1e-12 * objective_scale(RowProgram::least_squares, t))
        << "seed " << seed;
  }
}

TEST_P(Oracles, ClpReachesTheMinimumOfAllVertices) {
  for (std::uint64_t seed = 0; seed < kSeeds; ++seed) {
    const auto [F, T] = tiny(seed);
    const Vector t = T.row(0);
    const oracle::AbsoluteOptimum clp = oracle::absolute_optimum(F, t, GetParam());
    const double tolerance = 1e-11 * objective_scale(RowProgram::absolute, t);
    EXPECT_NEAR(clp.objective, oracle::absolute_minimum(F, t, GetParam()), tolerance) << "seed " << seed;
    EXPECT_NEAR(clp.objective, objective(RowProgram::absolute, F, t, clp.c), tolerance) << "seed " << seed;
  }
}

TEST_P(Oracles, ClpFindsAPointExactlyWhereAVertexIsFeasible) {
  for (std::uint64_t seed = 0; seed < kSeeds; ++seed) {
    const auto [F, T] = tiny(seed);
    const Vector t = T.row(0);
    const bool feasible = !oracle::feasible_vertices(F, t, GetParam()).empty();
    EXPECT_EQ(oracle::feasible_point(F, t, GetParam()).has_value(), feasible) << "seed " << seed;
    EXPECT_EQ(oracle::least_violation(F, t, GetParam()) <= 1e-9, feasible) << "seed " << seed;
  }
}

TEST_P(Oracles, BoundedRangesEndAtVertices) {
  int bounded = 0;
  for (std::uint64_t seed = 0; seed < kSeeds; ++seed) {
    const auto [F, T] = tiny(seed);
    const Vector t = T.row(0), g = Random(seed).gaussian(F.cols(), 1);
    const auto range = oracle::range_on_feasible_set(g, F, t, GetParam());
    if (!range || !std::isfinite(range->width())) continue;
    ++bounded;
    double low = INFINITY, high = -INFINITY;
    for (const Vector& c : oracle::feasible_vertices(F, t, GetParam())) {
      low = std::min(low, g.dot(c));
      high = std::max(high, g.dot(c));
    }
    EXPECT_NEAR(range->low, low, 1e-8) << "seed " << seed;
    EXPECT_NEAR(range->high, high, 1e-8) << "seed " << seed;
  }
  EXPECT_GE(bounded, 10);
}

TEST(Clp, ReportsAnUnboundedFeasibleSet) {
  const auto [F, T] = unbounded_rows({20, 3}, 1);
  EXPECT_EQ(oracle::least_violation(F, T.row(0)), -INFINITY);
  EXPECT_EQ(oracle::range_on_feasible_set(Vector::Ones(3), F, T.row(0))->high, INFINITY);
}

TEST(Clp, ComputesTheLeastViolation) {
  const Matrix F{{1.0}, {-1.0}};
  EXPECT_DOUBLE_EQ(oracle::least_violation(F, Vector{{2.0, -1.0}}), 0.5);   // c >= 2 and c <= 1
  EXPECT_DOUBLE_EQ(oracle::least_violation(F, Vector{{2.0, -3.0}}), -0.5);  // 2 <= c <= 3
  EXPECT_DOUBLE_EQ(oracle::range_on_feasible_set(Vector::Ones(1), F, Vector{{2.0, -3.0}})->width(), 1);
}

}  // namespace
}  // namespace resunit::test
