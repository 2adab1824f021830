// SPDX-License-Identifier: BSD-3-Clause
// Fit::brief and Fit::full.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "resunit/fit_result.hpp"

namespace resunit {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

Fit solved_fit(Index inputs, Index outputs) {
  Fit fit;
  fit.method = Method::qp;
  fit.status = FitStatus::solved;
  fit.unit = {.A = Matrix::Ones(inputs, inputs), .B = Matrix::Ones(outputs, inputs)};
  return fit;
}

TEST(FitText, UsesSingularAndPlural) {
  EXPECT_THAT(solved_fit(1, 2).brief(), HasSubstr("1 input, 2 outputs"));
  Fit fit = solved_fit(2, 2);
  fit.certificate.scale_rows = {true, false};
  EXPECT_THAT(fit.full(), HasSubstr("1 row of A is a scale row"));
  fit.certificate.scale_rows = {true, true};
  EXPECT_THAT(fit.full(), HasSubstr("2 rows of A are scale rows"));
}

TEST(FitText, OmitsTheTimeIfNothingWasTimed) {
  Fit fit = solved_fit(2, 2);
  EXPECT_THAT(fit.full(), Not(HasSubstr("time")));
  fit.seconds = {{"layer 2", 0.5}, {"layer 1", 0.25}};
  EXPECT_THAT(fit.full(), HasSubstr("time: 0.75 s (layer 2 0.5, layer 1 0.25)"));
  EXPECT_EQ(Fit{}.full(), "not run");
}

}  // namespace
}  // namespace resunit
