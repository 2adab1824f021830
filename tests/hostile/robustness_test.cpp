// SPDX-License-Identifier: BSD-3-Clause
// For all kinds of samples every method ends in time, with a status or a DataError, and a usable fit is sound.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "hostile/problems.hpp"
#include "hostile/soundness.hpp"
#include "resunit/error.hpp"
#include "resunit/regress.hpp"

namespace resunit::test {
namespace {

class EveryMethod : public testing::TestWithParam<Method> {};

TEST_P(EveryMethod, GivesASoundFitOrAnError) {
  int fitted = 0;
  for (std::uint64_t seed = 0; seed < problem_count(60); ++seed) {
    const Problem problem = draw_problem(seed);
    SCOPED_TRACE(fmt::format("seed {}: {}", seed, problem.name));
    const FitOptions options = hostile_options(GetParam(), seed % 2 == 0);
    try {
      const Fit fit = resunit::fit(problem.data, options);
      expect_sound(fit);
      fitted += fit.usable();
    } catch (const DataError&) {
    } catch (const TookTooLong&) {
      ADD_FAILURE() << "took more than a minute";
    }
  }
  RecordProperty("fitted", fitted);
}

INSTANTIATE_TEST_SUITE_P(Hostile, EveryMethod,
                         testing::Values(Method::automatic, Method::exact, Method::noisy, Method::qp, Method::lp,
                                         Method::lp_noisy, Method::lr, Method::sgd),
                         [](const auto& method) {
                           std::string name(to_string(method.param));
                           std::erase(name, '-');
                           return name;
                         });

TEST(Hostile, RegressionsAreSound) {
  for (std::uint64_t seed = 0; seed < problem_count(60); ++seed) {
    const Problem problem = draw_problem(seed);
    SCOPED_TRACE(fmt::format("seed {}: {}", seed, problem.name));
    try {
      const Regression found = regress(problem.data.X, problem.data.Y, {.fast = true, .progress = within_a_minute()});
      const Matrix predicted = predict(found.regressor, problem.data.X);
      ASSERT_TRUE(predicted.allFinite());
      for (Index j = 0; j < predicted.cols(); ++j) {
        EXPECT_GE(predicted.col(j).minCoeff(), problem.data.Y.col(j).minCoeff());
        EXPECT_LE(predicted.col(j).maxCoeff(), problem.data.Y.col(j).maxCoeff());
      }
      expect_printable_and_writable(found);
    } catch (const DataError&) {
    } catch (const TookTooLong&) {
      ADD_FAILURE() << "took more than a minute";
    }
  }
}

}  // namespace
}  // namespace resunit::test
