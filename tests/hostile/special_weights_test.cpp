// SPDX-License-Identifier: BSD-3-Clause
// Certificates in cases where rows may fit by chance: weights that are small integers or make two rows equal, inputs on
// one side of many kinks or with two levels, and few more samples than unknowns.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "hostile/problems.hpp"
#include "hostile/soundness.hpp"
#include "resunit/error.hpp"

namespace resunit::test {
namespace {

/// At least two columns of -1 and 1, so that |x_1| = |x_2|.
Matrix with_two_levels(Matrix X, Random& random) {
  const Index columns = random.integer(2, X.cols());
  X.leftCols(columns) = X.leftCols(columns).cwiseSign();
  return X;
}

Matrix with_zeros(Matrix A, Random& random) {
  for (double& weight : A.reshaped())
    if (random.uniform(0, 1) < 0.6) weight = 0;
  return A;
}

const std::vector<Kind>& one_sided_inputs() {
  static const std::vector<Kind> kinds = {
      {"gaussian", [](const Shape& s, Random& r) { return r.gaussian(s.n, s.d); }},
      {"positive", [](const Shape& s, Random& r) { return Matrix(r.gaussian(s.n, s.d).cwiseAbs()); }},
      {"in [0, 1]", [](const Shape& s, Random& r) { return r.uniform(s.n, s.d, 0, 1); }},
      {"shifted", [](const Shape& s, Random& r) { return Matrix(r.gaussian(s.n, s.d).array() + 2); }},
      {"integer", [](const Shape& s, Random& r) { return r.integers(s.n, s.d, -3, 3); }},
      {"two-level", [](const Shape& s, Random& r) { return with_two_levels(r.gaussian(s.n, s.d), r); }},
  };
  return kinds;
}

/// e_j + a_j = kappa e_k for some rows: on its active samples, row j equals a multiple of another input.
Matrix with_rows_that_give_inputs(Matrix A, Random& random) {
  for (Index j = 0; j < A.rows(); ++j) {
    if (random.uniform(0, 1) < 0.5) continue;
    A.row(j).setZero();
    A(j, random.integer(0, A.cols() - 1)) = random.uniform(-2, 2);
    A(j, j) -= 1;
  }
  return A;
}

const std::vector<Kind>& special_weights() {
  static const std::vector<Kind> kinds = {
      {"gaussian", [](const Shape& s, Random& r) { return r.gaussian(s.d, s.d); }},
      {"integer", [](const Shape& s, Random& r) { return r.integers(s.d, s.d, -2, 2); }},
      {"special", [](const Shape& s, Random& r) { return with_rows_that_give_inputs(r.gaussian(s.d, s.d), r); }},
      {"sparse", [](const Shape& s, Random& r) { return with_zeros(r.gaussian(s.d, s.d), r); }},
      {"diagonal", [](const Shape& s, Random& r) { return Matrix(r.gaussian(1, s.d).row(0).asDiagonal()); }},
      {"twin row", [](const Shape& s, Random& r) { return with_repeated_rows(r.gaussian(s.d, s.d), r); }},
  };
  return kinds;
}

TEST(Certificate, IsNeverFalseForSpecialWeights) {
  for (const Kind& inputs : one_sided_inputs())
    for (const Kind& weights : special_weights()) {
      int certified = 0, rows = 0;
      for (std::uint64_t seed = 0; seed < problem_count(100); ++seed) {
        Random random(seed);
        const Index d = random.integer(2, 4), samples_per_input[] = {3, 4, 6, 10, 40};
        const Shape shape{.n = samples_per_input[random.integer(0, 4)] * d, .d = d, .m = d + random.integer(0, 2)};
        Problem problem{.name = inputs.name + " inputs, " + weights.name + " A",
                        .teacher = {.A = weights.draw(shape, random), .B = random.gaussian(shape.m, d)},
                        .exact = true,
                        .scales = Vector::Ones(d)};
        problem.data.X = inputs.draw(shape, random);
        problem.data.Y = predict(problem.teacher, problem.data.X);
        SCOPED_TRACE(fmt::format("seed {}: {}, {} samples of {} inputs", seed, problem.name, shape.n, d));
        const Fit fit = resunit::fit(problem.data, {.method = Method::exact});
        certified += expect_correct_certificates(fit, problem);
        expect_correct_rows_of_C(fit, problem.teacher);
        rows += static_cast<int>(d);
      }
      RecordProperty(inputs.name + " inputs, " + weights.name + " A",
                     fmt::format("{} of {} rows certified", certified, rows));
    }
}

}  // namespace
}  // namespace resunit::test
