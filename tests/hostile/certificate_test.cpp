// SPDX-License-Identifier: BSD-3-Clause
// Certified rows are correct for all kinds of samples.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "hostile/problems.hpp"
#include "hostile/soundness.hpp"
#include "resunit/error.hpp"

namespace resunit::test {
namespace {

TEST(Certificate, IsNeverFalseOnHostileSamples) {
  int certified = 0;
  for (std::uint64_t seed = 0; seed < problem_count(300); ++seed) {
    const Problem problem = draw_problem(seed);
    SCOPED_TRACE(fmt::format("seed {}: {}", seed, problem.name));
    try {
      certified += expect_correct_certificates(resunit::fit(problem.data, {.method = Method::exact}), problem);
    } catch (const DataError&) {
    }
  }
  EXPECT_GT(certified, 0);
  RecordProperty("certified", certified);
}

}  // namespace
}  // namespace resunit::test
