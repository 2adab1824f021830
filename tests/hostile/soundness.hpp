// SPDX-License-Identifier: BSD-3-Clause
// Conditions that every fit must satisfy for all kinds of samples.
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

/// Small problems take milliseconds: after a minute, also under a sanitizer on a busy machine, a loop does not end.
struct TookTooLong {};
inline Progress within_a_minute() {
  using std::chrono::steady_clock;
  return [end = steady_clock::now() + std::chrono::minutes(1)](std::string_view, double) {
    if (steady_clock::now() > end) throw TookTooLong{};
  };
}

/// Options for a quick fit; `polish` applies to the methods that support it.
inline FitOptions hostile_options(Method method, bool polish) {
  const bool can_polish = method != Method::exact && method != Method::noisy;
  FitOptions options{.method = method, .polish = polish && can_polish, .progress = within_a_minute()};
  if (method == Method::sgd) options.sgd.epochs = 8;
  return options;
}

template <class Model>
void expect_printable_and_writable(const Model& model) {
  EXPECT_THAT(model.full(), testing::Not(testing::HasSubstr("nan")));
  EXPECT_NO_THROW(parse_model(model_json(model, true)));
}

/// A usable fit is finite and can be printed, written and read back.
inline void expect_sound(const Fit& fit) {
  if (!fit.usable()) return;
  EXPECT_TRUE(fit.unit.A.allFinite());
  EXPECT_TRUE(fit.unit.B.allFinite());
  EXPECT_TRUE(std::isfinite(fit.training_loss)) << fit.training_loss;
  expect_printable_and_writable(fit);
}

/// Row j of A for inputs without their scales.
inline Vector row_on_z(const Matrix& A, const Vector& scales, Index j) {
  return A.row(j).transpose().cwiseProduct(scales / scales(j));
}

/// Certified rows C_j satisfy C_j B = e_j' for the teacher's B; for samples without scales.
inline void expect_correct_rows_of_C(const Fit& fit, const Unit& teacher) {
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

/// Certified rows of A are those of the teacher. Returns their number.
inline int expect_correct_certificates(const Fit& fit, const Problem& problem) {
  if (!fit.usable()) return 0;
  int certified = 0;
  for (Index j = 0; j < fit.unit.rows(); ++j) {
    if (!fit.certificate.layer1_rows[j]) continue;
    ++certified;
    EXPECT_TRUE(problem.exact) << "row " << j << " of samples that do not come from a unit";
    const Vector truth = canonical(problem.teacher).A.row(j);
    EXPECT_LE((row_on_z(fit.unit.A, problem.scales, j) - truth).norm(), 1e-5 * std::max(1e-6, truth.norm()))
        << "row " << j;
  }
  return certified;
}

}  // namespace resunit::test
