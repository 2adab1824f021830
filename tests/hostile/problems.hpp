// SPDX-License-Identifier: BSD-3-Clause
// Difficult problems, drawn at random: inputs, weights, scales and outputs of many kinds in all combinations.
//     x = scales o z,   y = factor * (B[(A z)^+ + z] + noise),   or y not of a unit
// Scales and factor are powers of two, so that the teacher of the scaled samples is known exactly.
#pragma once

#include <fmt/format.h>

#include <cmath>
#include <cstdlib>
#include <functional>
#include <string>
#include <vector>

#include "resunit/samples.hpp"
#include "resunit/unit.hpp"
#include "support/random.hpp"

namespace resunit::test {

/// The number of problems on which a property is tested; RESUNIT_PROPERTIES replaces the usual number.
inline std::uint64_t problem_count(std::uint64_t usual) {
  const char* const asked = std::getenv("RESUNIT_PROPERTIES");
  return asked ? std::strtoull(asked, nullptr, 10) : usual;
}

struct Shape {
  Index n, d, m;
};

/// One of several ways to draw a matrix.
struct Kind {
  std::string name;
  std::function<Matrix(const Shape&, Random&)> draw;
};

inline Matrix with_repeated_rows(Matrix M, Random& random) {
  for (Index i = 0; i < M.rows(); ++i) M.row(i) = M.row(random.integer(0, i)).eval();
  return M;
}

inline Matrix with_a_repeated_column(Matrix M) {
  M.rightCols(1) = M.leftCols(1).eval();
  return M;
}

inline Matrix with_a_constant_column(Matrix M, double value) {
  M.col(0).setConstant(value);
  return M;
}

inline Matrix of_rank_one_less(Matrix M, Random& random) {
  return M * (Matrix::Identity(M.cols(), M.cols()) -
              Matrix::Ones(M.cols(), 1) * random.gaussian(1, M.cols()) / static_cast<double>(M.cols()));
}

inline Matrix with_zeros_of_both_signs(Matrix M, Random& random) {
  return M.unaryExpr([&](double x) { return random.uniform(0, 1) < 0.5 ? std::copysign(0.0, x) : x; });
}

/// The singular values decrease to about 1e-10 of the largest.
inline Matrix ill_conditioned(Index rows, Index cols, Random& random) {
  const Vector fall = Vector::LinSpaced(cols, 0, -10).unaryExpr([](double exponent) { return std::pow(10, exponent); });
  return random.gaussian(rows, cols) * fall.asDiagonal() * random.gaussian(cols, cols);
}

inline const std::vector<Kind>& input_kinds() {
  static const std::vector<Kind> kinds = {
      {"gaussian", [](const Shape& s, Random& r) { return r.gaussian(s.n, s.d); }},
      {"integer", [](const Shape& s, Random& r) { return r.integers(s.n, s.d, -2, 2); }},
      {"positive", [](const Shape& s, Random& r) { return Matrix(r.gaussian(s.n, s.d).cwiseAbs()); }},
      {"repeated", [](const Shape& s, Random& r) { return with_repeated_rows(r.gaussian(s.n, s.d), r); }},
      {"twin column", [](const Shape& s, Random& r) { return with_a_repeated_column(r.gaussian(s.n, s.d)); }},
      {"constant column", [](const Shape& s, Random& r) { return with_a_constant_column(r.gaussian(s.n, s.d), 1); }},
      {"zero column", [](const Shape& s, Random& r) { return with_a_constant_column(r.gaussian(s.n, s.d), 0); }},
      {"dependent", [](const Shape& s, Random& r) { return of_rank_one_less(r.gaussian(s.n, s.d), r); }},
      {"sparse", [](const Shape& s, Random& r) { return with_zeros_of_both_signs(r.gaussian(s.n, s.d), r); }},
      {"zero", [](const Shape& s, Random&) { return Matrix(Matrix::Zero(s.n, s.d)); }},
  };
  return kinds;
}

inline const std::vector<Kind>& layer1_kinds() {
  static const std::vector<Kind> kinds = {
      {"gaussian", [](const Shape& s, Random& r) { return r.gaussian(s.d, s.d); }},
      {"nonnegative", [](const Shape& s, Random& r) { return Matrix(r.gaussian(s.d, s.d).cwiseAbs()); }},
      {"nonpositive", [](const Shape& s, Random& r) { return Matrix(-r.gaussian(s.d, s.d).cwiseAbs()); }},
      {"integer", [](const Shape& s, Random& r) { return r.integers(s.d, s.d, -2, 2); }},
      {"diagonal", [](const Shape& s, Random& r) { return Matrix(r.gaussian(s.d, 1).col(0).asDiagonal()); }},
      {"twin row", [](const Shape& s, Random& r) { return with_repeated_rows(r.gaussian(s.d, s.d), r); }},
      {"zero", [](const Shape& s, Random&) { return Matrix(Matrix::Zero(s.d, s.d)); }},
  };
  return kinds;
}

inline const std::vector<Kind>& layer2_kinds() {
  static const std::vector<Kind> kinds = {
      {"gaussian", [](const Shape& s, Random& r) { return r.gaussian(s.m, s.d); }},
      {"integer", [](const Shape& s, Random& r) { return r.integers(s.m, s.d, -2, 2); }},
      {"ill-conditioned", [](const Shape& s, Random& r) { return ill_conditioned(s.m, s.d, r); }},
      {"dependent", [](const Shape& s, Random& r) { return of_rank_one_less(r.gaussian(s.m, s.d), r); }},
      {"twin output", [](const Shape& s, Random& r) { return with_repeated_rows(r.gaussian(s.m, s.d), r); }},
      {"zero", [](const Shape& s, Random&) { return Matrix(Matrix::Zero(s.m, s.d)); }},
  };
  return kinds;
}

struct Problem {
  std::string name;  ///< its shape and kinds
  Unit teacher;      ///< for the inputs z
  bool exact;        ///< the outputs are those of the teacher, up to rounding error
  Vector scales;     ///< d
  Dataset data;
};

inline double power_of_two(Index exponent) {
  return std::ldexp(1.0, static_cast<int>(exponent));
}

/// The scales of the columns: all 1, all equal (down to subnormal numbers), or all different, from 1e-145 to 1e145.
inline Vector draw_scales(Index d, Random& random) {
  const double kind = random.uniform(0, 1);
  if (kind < 0.4) return Vector::Ones(d);
  if (kind < 0.6) return Vector::Constant(d, power_of_two(random.integer(-1060, 480)));
  return Vector::NullaryExpr(d, [&] { return power_of_two(random.integer(-480, 480)); });
}

inline double draw_factor(Random& random) {
  return random.uniform(0, 1) < 0.6 ? 1 : power_of_two(random.integer(-1060, 480));
}

inline Shape draw_shape(Random& random) {
  const Index d = random.integer(1, 4);
  const Index few = random.integer(1, 4 * d), many = random.integer(6 * d, 16 * d);
  const Index outputs[] = {d, d + 1, 3 * d + 4};
  return {.n = random.uniform(0, 1) < 0.6 ? few : many, .d = d, .m = outputs[random.integer(0, 2)]};
}

inline Problem draw_problem(const Shape& shape, Random& random) {
  const auto one_of = [&](const std::vector<Kind>& kinds) -> const Kind& {
    return kinds[random.uniform(0, 1) < 0.4 ? 0 : static_cast<std::size_t>(random.integer(0, std::ssize(kinds) - 1))];
  };
  const Kind &inputs = one_of(input_kinds()), &layer1 = one_of(layer1_kinds()), &layer2 = one_of(layer2_kinds());
  Problem problem{.name = fmt::format("{} samples of {} inputs and {} outputs: {} inputs, {} A, {} B", shape.n, shape.d,
                                      shape.m, inputs.name, layer1.name, layer2.name),
                  .teacher = {.A = layer1.draw(shape, random), .B = layer2.draw(shape, random)},
                  .exact = true,
                  .scales = draw_scales(shape.d, random)};
  problem.data.X = inputs.draw(shape, random) * problem.scales.asDiagonal();
  const Matrix Z =
      problem.data.X.array().rowwise() / problem.scales.transpose().array();  // their inverses may overflow
  problem.data.Y = predict(problem.teacher, Z);
  const double kind = random.uniform(0, 1);
  if (kind < 0.15) problem.data.Y += random.uniform(0, 1) * random.gaussian(shape.n, shape.m);
  if (kind > 0.9) problem.data.Y = random.integers(shape.n, shape.m, -1, 1);
  problem.exact = kind >= 0.15 && kind <= 0.9;
  problem.data.Y *= draw_factor(random);
  return problem;
}

inline Problem draw_problem(std::uint64_t seed) {
  Random random(seed);
  const Shape shape = draw_shape(random);
  return draw_problem(shape, random);
}

}  // namespace resunit::test
