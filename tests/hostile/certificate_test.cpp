// What is proved is true, whatever the samples.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "hostile/problems.hpp"
#include "resunit/error.hpp"
#include "resunit/fit.hpp"

namespace resunit::test {
namespace {

/// Row j of A, as it acts on inputs without their scales.
Vector row_on_z(const Matrix& A, const Vector& scales, Index j) {
  return A.row(j).transpose().cwiseProduct(scales / scales(j));
}

/// Is row j, which is said to be proved, the teacher's?
bool is_true(const Fit& fit, const Problem& problem, Index j) {
  if (!problem.exact) return false;
  const Vector truth = canonical(problem.teacher).A.row(j);
  return (row_on_z(fit.unit.A, problem.scales, j) - truth).norm() <= 1e-5 * std::max(1e-6, truth.norm());
}

TEST(Certificate, IsNeverFalseOnHostileSamples) {
  int proved = 0;
  for (std::uint64_t seed = 0; seed < problem_count(300); ++seed) {
    const Problem problem = draw_problem(seed);
    try {
      const Fit fit = resunit::fit(problem.data, {.method = Method::exact});
      if (!usable(fit.status)) continue;
      for (Index j = 0; j < fit.unit.rows(); ++j) {
        if (!fit.certificate.layer1_rows[j]) continue;
        EXPECT_TRUE(is_true(fit, problem, j))
            << fmt::format("seed {}, row {}: {}, {} samples of {} inputs and {} outputs", seed, j, problem.name,
                           problem.data.X.rows(), problem.data.X.cols(), problem.data.Y.cols());
        ++proved;
      }
    } catch (const DataError&) {
    }
  }
  EXPECT_GT(proved, 0);
  RecordProperty("proved", proved);
}

}  // namespace
}  // namespace resunit::test
