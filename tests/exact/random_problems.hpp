// SPDX-License-Identifier: BSD-3-Clause
// Units and inputs of many kinds for exact identification, drawn at random.
#pragma once

#include <cmath>
#include <functional>
#include <string>
#include <vector>

#include "resunit/samples.hpp"
#include "resunit/synthetic.hpp"
#include "resunit/unit.hpp"
#include "support/random.hpp"

namespace resunit::test {

/// Draws n x d inputs of one kind.
using DrawInputs = std::function<Matrix(Index n, Index d, Random& random)>;

struct InputKind {
  std::string name;
  DrawInputs draw;
};

inline Matrix correlated(Index n, Index d, Random& random) {
  return random.gaussian(n, d) * (Matrix::Identity(d, d) + 0.8 * random.gaussian(d, d));
}

inline Matrix laplace(Index n, Index d, Random& random) {
  return random.gaussian(n, d).unaryExpr(
      [&](double g) { return std::copysign(-std::log(random.uniform(1e-12, 1)), g); });
}

inline Matrix student_with_shift(Index n, Index d, Random& random) {
  Matrix X = random.gaussian(n, d);
  for (Index i = 0; i < n; ++i) {
    const double chi = random.gaussian(1, 3).squaredNorm() / 3;
    X.row(i) = (X.row(i) / std::sqrt(chi)).array() + 0.5;
  }
  return X;
}

inline Matrix sparse(Index n, Index d, Random& random) {
  return random.gaussian(n, d).unaryExpr([&](double g) { return random.uniform(0, 1) < 0.4 ? g : 0.0; });
}

/// The scales of the columns, from 1e-6 to 1e6.
inline Vector scales_of_columns(Index d) {
  return Vector::LinSpaced(d, -6, 6).unaryExpr([](double exponent) { return std::pow(10.0, exponent); });
}

/// Rescales the weights so that inputs of all these scales contribute equally.
inline void suit_scales(Unit& unit) {
  const Vector scales = scales_of_columns(unit.inputs());
  unit.A = scales.asDiagonal() * unit.A * scales.cwiseInverse().asDiagonal();
  unit.B = unit.B * scales.cwiseInverse().asDiagonal();
}

inline Matrix columns_of_all_scales(Index n, Index d, Random& random) {
  return random.gaussian(n, d) * scales_of_columns(d).asDiagonal();
}

/// Kinds of inputs for which generic units are identifiable from enough samples.
inline std::vector<InputKind> continuous_kinds() {
  return {{"gaussian", [](Index n, Index d, Random& r) { return r.gaussian(n, d); }},
          {"correlated", correlated},
          {"laplace", laplace},
          {"student with shift", student_with_shift},
          {"sparse", sparse},
          {"columns of all scales", columns_of_all_scales}};
}

/// A unit with negative entries and a special row of A: zero, a scale row, or a multiple of another row.
inline Unit special_unit(Index d, Index m, Random& random) {
  Unit unit{.A = random.gaussian(d, d), .B = random.gaussian(m, d)};
  if (random.uniform(0, 1) < 0.3) unit.A = unit.A.cwiseAbs();
  const Index j = random.integer(0, d - 1), k = random.integer(0, d - 1);
  const double kind = random.uniform(0, 1);
  if (kind < 0.15) unit.A.row(j).setZero();
  if (kind > 0.15 && kind < 0.3) unit.A.row(j) = Matrix(random.uniform(-3, 3) * Matrix::Identity(d, d).row(j));
  if (kind > 0.3 && kind < 0.4 && j != k) unit.A.row(j) = Matrix(2 * unit.A.row(k));
  if (kind > 0.4 && kind < 0.5 && j != k) unit.A.row(j) = Matrix(-unit.A.row(k));
  return unit;
}

inline Dataset samples_of(const Unit& unit, Matrix X) {
  Matrix Y = predict(unit, X);
  return {.X = std::move(X), .Y = std::move(Y)};
}

/// Gaussian inputs of rms `low` to `high`, in random order, and a unit with weights of order one.
struct BadlyScaled {
  Unit truth;
  Dataset data;

  BadlyScaled(Index d, Index n, double low, double high, bool nonnegative, std::uint64_t seed) {
    Random random(seed);
    Vector scale(d);
    for (Index j = 0; j < d; ++j)
      scale(j) = low * std::pow(high / low, static_cast<double>(j) / static_cast<double>(d - 1));
    for (Index j = d - 1; j > 0; --j) std::swap(scale(j), scale(random.integer(0, j)));
    truth = {.A = random.gaussian(d, d), .B = random.gaussian(d, d)};
    if (nonnegative) truth.A = truth.A.cwiseAbs().eval();
    data = samples_of(truth, random.gaussian(n, d) * scale.asDiagonal());
  }

  /// Relative errors of the rows of A for standardized inputs.
  Vector row_errors(const Unit& unit) const {
    const Matrix scale = data.X.colwise().norm().asDiagonal();
    return ((unit.A - truth.A) * scale).rowwise().norm().cwiseQuotient((truth.A * scale).rowwise().norm());
  }
};

}  // namespace resunit::test
