// SPDX-License-Identifier: BSD-3-Clause
// The paper's protocol on tables: folds, copies of the target, clipped predictions.
#include "experiments/benchmark_protocol.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <set>

#include "support/random.hpp"

namespace resunit {
namespace {

TEST(BenchmarkProtocol, FoldsDivideTheRows) {
  std::set<Index> reported;
  for (int fold = 0; fold < 5; ++fold) {
    const FoldRows rows = fold_rows(103, 5, fold);
    EXPECT_GE(rows.training.size(), 82u);
    EXPECT_LE(rows.training.size(), 83u);
    for (const Index row : rows.reported)
      EXPECT_TRUE(reported.insert(row).second) << "row " << row << " is in two folds";
    for (const Index row : rows.training) EXPECT_EQ(std::count(rows.reported.begin(), rows.reported.end(), row), 0);
  }
  EXPECT_GE(reported.size(), 51u);
}

struct Problem {
  Matrix X = test::Random(1).gaussian(300, 3);
  Vector y = 10 + (X.col(0) + X.col(1).cwiseMax(0.0)).array();
};

TEST(BenchmarkProtocol, PredictionsStayInTheRangeOfTheTargets) {
  const Problem problem;
  const double range = problem.y.maxCoeff() - problem.y.minCoeff();
  for (const ProtocolMethod method : {ProtocolMethod::qp, ProtocolMethod::sgd, ProtocolMethod::sgd_from_qp})
    for (int fold = 0; fold < 2; ++fold) {
      const ProtocolResult result = run_protocol(problem.X, problem.y, method, fold, 1, {.max_epochs = 20});
      EXPECT_TRUE(std::isinf(result.rmse) || result.rmse <= range);
      EXPECT_LE(result.epochs, 20);
    }
}

TEST(BenchmarkProtocol, SameSeedSameError) {
  const Problem problem;
  const auto error = [&](std::uint64_t seed) {
    return run_protocol(problem.X, problem.y, ProtocolMethod::sgd, 0, seed, {.rate = 1e-2, .max_epochs = 200}).rmse;
  };
  EXPECT_EQ(error(1), error(1));
  EXPECT_NE(error(1), error(2));
}

TEST(BenchmarkProtocol, SgdStopsWhenTheLossIsStationary) {
  const Problem problem;
  const ProtocolResult result = run_protocol(problem.X, problem.y, ProtocolMethod::sgd, 0, 1, {.rate = 1e-9});
  EXPECT_EQ(result.epochs, 1);
}

}  // namespace
}  // namespace resunit
