// SPDX-License-Identifier: BSD-3-Clause
// Out-of-core fits of all kinds of samples: every fit is sound, and certified rows are correct.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "hostile/problems.hpp"
#include "hostile/soundness.hpp"
#include "out_of_core/world.hpp"
#include "resunit/error.hpp"

namespace resunit::test {
namespace {

/// Just enough memory for the search on a subset of 32 samples per input.
std::uint64_t least_memory(const Shape& shape) {
  return static_cast<std::uint64_t>(2 * 12 * 8 * (shape.d + shape.m) * 32 * shape.d);
}

TEST(Hostile, OutOfCoreFitsAreSound) {
  int certified = 0;
  for (std::uint64_t seed = 0; seed < problem_count(40); ++seed) {
    Random random(seed);
    Shape shape = draw_shape(random);
    shape.n = random.integer(66 * shape.d, 130 * shape.d);  // above the memory limit
    const Problem problem = draw_problem(shape, random);
    const Files files(problem.data);
    for (const Method method : {Method::automatic, Method::exact, Method::noisy, Method::qp}) {
      SCOPED_TRACE(fmt::format("seed {}, {}: {}", seed, to_string(method), problem.name));
      try {
        const Fit fit = files.fit_out_of_core(hostile_options(method, seed % 2 == 0), least_memory(shape));
        EXPECT_GT(fit.passes, 0);
        expect_sound(fit);
        if (fit.method == Method::exact) certified += expect_correct_certificates(fit, problem);
      } catch (const DataError&) {
      } catch (const TookTooLong&) {
        ADD_FAILURE() << "took more than a minute";
      }
    }
  }
  EXPECT_GT(certified, 0);
  RecordProperty("certified", certified);
}

}  // namespace
}  // namespace resunit::test
