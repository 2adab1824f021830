// SPDX-License-Identifier: BSD-3-Clause
// The pass that confirms an exact unit on all samples: a certificate of the subset does not survive a sample that does
// not fit to rounding error.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "out_of_core/world.hpp"

namespace resunit::test {
namespace {

using testing::Contains;
using testing::Each;
using testing::HasSubstr;
using testing::Not;

const Unit kSmall = draw_teacher({.inputs = 3, .outputs = 4, .negative = 0.5, .seed = 6});
const Unit kSquare = draw_teacher({.inputs = 3, .outputs = 3, .negative = 0.5, .seed = 6});
constexpr Index kChanged = 2346;  ///< a sample that is not in the search subset of seed 0

/// 4000 noiseless samples, of which one has an output with relative error `change`.
Dataset with_one_error(const Unit& unit, double change) {
  Dataset data = draw_samples(unit, {.samples = 4000, .seed = 2});
  data.Y(kChanged, 1) *= 1 + change;
  return data;
}

void expect_nothing_certified(const Fit& fit) {
  EXPECT_FALSE(fit.certificate.holds);
  EXPECT_EQ(fit.certificate.layer1_rows, std::vector<bool>(3)) << fit.full();
  EXPECT_EQ(fit.certificate.layer2_rows, std::vector<bool>(3)) << fit.full();
}

TEST(ConfirmExact, CertifiesNoRowThatDoesNotFitAllSamplesToRoundingError) {
  for (const Unit& unit : {kSmall, kSquare}) {
    const Files files(with_one_error(unit, 1e-7));
    const Fit in_memory = fit(files.data, {.method = Method::exact});
    const Fit out_of_core = files.fit_out_of_core({.method = Method::exact});
    EXPECT_EQ(out_of_core.passes, 2);
    for (const Fit& fit : {in_memory, out_of_core}) {
      EXPECT_EQ(fit.status, FitStatus::undetermined) << fit.full();
      expect_nothing_certified(fit);
      EXPECT_FALSE(fit.warnings.empty());
    }
    EXPECT_THAT(out_of_core.warnings,
                Contains(HasSubstr("rows 1, 2, 3: the fit to the samples is not accurate to rounding error")));
  }
}

TEST(ConfirmExact, KeepsTheRowsThatFitAllSamples) {
  Unit unit{.A = kSmall.A, .B = Matrix::Identity(3, 3)};
  Dataset data = draw_samples(unit, {.samples = 4000, .seed = 2});
  data.Y(kChanged, 1) *= 1 + 1e-7;  // C = I: only row 2 depends on this output
  const Fit fit = Files(data).fit_out_of_core({.method = Method::exact});
  EXPECT_EQ(fit.status, FitStatus::undetermined) << fit.full();
  EXPECT_THAT(fit.certificate.layer1_rows, testing::ElementsAre(true, false, true));
  EXPECT_THAT(fit.certificate.layer2_rows, testing::ElementsAre(true, false, true));
  EXPECT_THAT(fit.warnings, Contains(HasSubstr("row 2: the fit to the samples is not accurate to rounding error")));
}

TEST(ConfirmExact, RevokesRowsThatShareAHyperplaneWithARevokedRow) {
  Unit unit{.A = kSmall.A, .B = Matrix::Identity(3, 3)};
  unit.A.row(2) = 2 * unit.A.row(1);
  Dataset data = draw_samples(unit, {.samples = 4000, .seed = 2});
  ASSERT_TRUE(Files(data).fit_out_of_core({.method = Method::exact}).certificate.holds);
  data.Y(kChanged, 1) *= 1 + 1e-7;
  const Fit fit = Files(data).fit_out_of_core({.method = Method::exact});
  EXPECT_THAT(fit.certificate.layer1_rows, testing::ElementsAre(true, false, false)) << fit.full();
  EXPECT_THAT(fit.warnings, Contains(HasSubstr("row 3: the hyperplane is shared")));
}

TEST(ConfirmExact, SearchesAgainIfASampleContradictsAUnitOfSmallResidual) {
  Dataset data = draw_samples(kSmall, {.samples = 4000, .seed = 2});
  data.X.row(kChanged) *= 1e-4;  // its error is 1e-3 of its outputs, but below 1e-8 of |Y|
  data.Y = predict(kSmall, data.X);
  data.Y.row(kChanged) *= 1 + 1e-3;
  const Fit fit = Files(data).fit_out_of_core({.method = Method::exact});
  EXPECT_GT(fit.passes, 2) << "a search with the contradicting sample, and a pass";
  EXPECT_EQ(fit.status, FitStatus::undetermined) << "the relative residual is below 1e-8: " << fit.full();
  EXPECT_TRUE(fit.usable());
  expect_nothing_certified(fit);
  EXPECT_FALSE(fit.warnings.empty());
}

TEST(ConfirmExact, AutoSelectsNoisyAsInMemoryIfNoRowFitsAllSamplesToRoundingError) {
  const Files files(with_one_error(kSquare, 1e-7));
  const Fit in_memory = fit(files.data), out_of_core = files.fit_out_of_core();
  EXPECT_EQ(in_memory.method, Method::noisy);
  EXPECT_EQ(out_of_core.method, Method::noisy);
  EXPECT_THAT(in_memory.choice, testing::StartsWith(out_of_core.choice)) << "only there the loss is robust";
}

TEST(ConfirmExact, CertifiesNoRowOfAUnitThatIsNotExact) {
  const Fit fit = Files(with_one_error(kSmall, 0.5)).fit_out_of_core({.method = Method::exact});
  EXPECT_EQ(fit.status, FitStatus::not_exact);
  expect_nothing_certified(fit);
  EXPECT_THAT(fit.warnings, Contains(HasSubstr("the relative residual of the whole unit is")));
}

TEST(ConfirmExact, ReportsTheNumberOfRowsFound) {
  const Fit three = Files(kSmall, {.samples = 4000}).fit_out_of_core({.method = Method::exact});
  EXPECT_THAT(three.reason, HasSubstr("3 of 3 rows found"));
  EXPECT_THAT(three.warnings, Each(Not(HasSubstr("rows"))));

  const Unit single{.A = Matrix::Constant(1, 1, 2), .B = Matrix{{1.0}, {-2.0}}};
  const Files noisy(single, {.samples = 20000, .noise = 1e-10});
  EXPECT_THAT(noisy.fit_out_of_core({.method = Method::exact}).reason, HasSubstr("0 of 1 rows found"));
}

}  // namespace
}  // namespace resunit::test
