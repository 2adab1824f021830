// SPDX-License-Identifier: BSD-3-Clause
// What every fit owes to whatever samples.
#pragma once

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <cmath>
#include <optional>

#include "hostile/problems.hpp"
#include "model_files/model_json.hpp"
#include "resunit/fit.hpp"

namespace resunit::test {

/// Small problems take milliseconds; a minute is a loop that does not end, also under a sanitizer on a busy machine.
struct TookTooLong {};
inline Progress within_a_minute() {
  using std::chrono::steady_clock;
  return [end = steady_clock::now() + std::chrono::minutes(1)](std::string_view, double) {
    if (steady_clock::now() > end) throw TookTooLong{};
  };
}

/// Polished where the method can be, and quick.
inline FitOptions hostile_options(Method method, bool polish) {
  const bool can_polish = method != Method::exact && method != Method::noisy;
  FitOptions options{.method = method, .polish = polish && can_polish, .progress = within_a_minute()};
  if (method == Method::sgd) options.sgd.epochs = 8;
  return options;
}

template <class Model>
void expect_to_be_told_and_written(const Model& model) {
  EXPECT_THAT(model.full(), testing::Not(testing::HasSubstr("nan")));
  EXPECT_NO_THROW(parse_model(model_json(model, true)));
}

/// What is called usable is finite, can be told in words, written and read back.
inline void expect_sound(const Fit& fit) {
  if (!fit.usable()) return;
  EXPECT_TRUE(fit.unit.A.allFinite());
  EXPECT_TRUE(fit.unit.B.allFinite());
  EXPECT_TRUE(std::isfinite(fit.training_loss)) << fit.training_loss;
  expect_to_be_told_and_written(fit);
}

/// Row j of A, as it acts on inputs without their scales.
inline Vector row_on_z(const Matrix& A, const Vector& scales, Index j) {
  return A.row(j).transpose().cwiseProduct(scales / scales(j));
}

/// Row j of C, where it is proved, takes the teacher's B to e_j; for samples without scales.
inline void expect_true_rows_of_C(const Fit& fit, const Unit& teacher) {
  if (!fit.usable()) return;
  const std::optional<Matrix> C = left_inverse(fit.unit);
  if (!C) return;
  const Matrix B = canonical(teacher).B;
  for (Index j = 0; j < C->rows(); ++j) {
    if (!fit.certificate.layer2_rows[j]) continue;
    EXPECT_LE((C->row(j) * B - Vector::Unit(B.cols(), j).transpose()).norm(), 1e-5 * (1 + C->row(j).norm() * B.norm()))
        << "row " << j << " of C";
  }
}

/// What is said to be proved is the teacher's. Returns how many rows that are.
inline int expect_true_proofs(const Fit& fit, const Problem& problem) {
  if (!fit.usable()) return 0;
  int proved = 0;
  for (Index j = 0; j < fit.unit.rows(); ++j) {
    if (!fit.certificate.layer1_rows[j]) continue;
    ++proved;
    EXPECT_TRUE(problem.exact) << "row " << j << " of samples that no unit made";
    const Vector truth = canonical(problem.teacher).A.row(j);
    EXPECT_LE((row_on_z(fit.unit.A, problem.scales, j) - truth).norm(), 1e-5 * std::max(1e-6, truth.norm()))
        << "row " << j;
  }
  return proved;
}

}  // namespace resunit::test
