// SPDX-License-Identifier: BSD-3-Clause
// What is proved is true, whatever the samples.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "hostile/problems.hpp"
#include "hostile/soundness.hpp"
#include "resunit/error.hpp"

namespace resunit::test {
namespace {

TEST(Certificate, IsNeverFalseOnHostileSamples) {
  int proved = 0;
  for (std::uint64_t seed = 0; seed < problem_count(300); ++seed) {
    const Problem problem = draw_problem(seed);
    SCOPED_TRACE(fmt::format("seed {}: {}", seed, problem.name));
    try {
      proved += expect_true_proofs(resunit::fit(problem.data, {.method = Method::exact}), problem);
    } catch (const DataError&) {
    }
  }
  EXPECT_GT(proved, 0);
  RecordProperty("proved", proved);
}

}  // namespace
}  // namespace resunit::test
