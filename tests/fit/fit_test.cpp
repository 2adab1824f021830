// SPDX-License-Identifier: BSD-3-Clause
// The whole fit: validation, selection of the method, status, reason and warnings.
#include "resunit/fit.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>

#include "model/unit_parts.hpp"
#include "resunit/error.hpp"
#include "resunit/metrics.hpp"
#include "resunit/synthetic.hpp"
#include "support/message_of.hpp"
#include "support/random.hpp"

namespace resunit {
namespace {

using testing::Contains;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

constexpr Method kMethods[] = {Method::automatic, Method::exact,    Method::noisy, Method::qp,
                               Method::lp,        Method::lp_noisy, Method::lr,    Method::sgd};

Dataset world(double noise = 0, Index d = 4, Index n = 400) {
  return draw_samples(draw_teacher({.inputs = d, .outputs = d + 1, .condition = d > 1 ? 5.0 : 1.0, .seed = 1}),
                      {.samples = n, .noise = noise, .seed = 1});
}

void expect_complete(const Fit& fit) {
  EXPECT_NE(fit.method, Method::automatic);
  EXPECT_NE(fit.status, FitStatus::not_run);
  EXPECT_FALSE(fit.reason.empty());
  EXPECT_FALSE(fit.seconds.empty());
  EXPECT_EQ(fit.unit.A.size() > 0, fit.usable());
  EXPECT_EQ(fit.unit.B.size() > 0, fit.usable());
  EXPECT_THAT(fit.brief(), HasSubstr(std::string(to_string(fit.status))));
  EXPECT_EQ(fit.brief().find('\n'), std::string::npos) << "one line";
  EXPECT_THAT(fit.full(), testing::StartsWith(fit.brief()));
  for (const std::string& warning : fit.warnings) EXPECT_THAT(fit.full(), HasSubstr(warning));
}

TEST(FitStatus, IsNotRunInitially) {
  EXPECT_EQ(Fit{}.status, FitStatus::not_run);
  EXPECT_THAT(Fit{}.brief(), HasSubstr("not run"));
  EXPECT_THAT(Fit{}.full(), HasSubstr("not run"));
}

TEST(FitStatus, IsSolvedIfEveryProgramIsSolved) {
  for (const Method method : {Method::automatic, Method::exact, Method::qp, Method::lp, Method::lp_noisy, Method::lr}) {
    const Fit result = fit(world(), {.method = method});
    EXPECT_EQ(result.status, FitStatus::solved) << to_string(method) << ": " << result.full();
    expect_complete(result);
  }
}

TEST(FitStatus, IsInexactIfAProgramDoesNotReachItsTolerance) {
  for (const Method method : {Method::qp, Method::lp_noisy}) {
    const Fit result = fit(world(0.2), {.method = method, .rows = {.max_iterations = 1}});
    EXPECT_EQ(result.status, FitStatus::inexact) << to_string(method);
    EXPECT_THAT(result.warnings, Contains(HasSubstr("did not reach their tolerance")));
    expect_complete(result);
  }
}

TEST(FitStatus, IsNotExactIfNoUnitFitsTheSamples) {
  const Fit result = fit(world(0.2), {.method = Method::exact});
  EXPECT_EQ(result.status, FitStatus::not_exact);
  expect_complete(result);
}

TEST(FitStatus, IsUndeterminedIfAnExactFitIsNotCertified) {
  Dataset data = world();
  data.X = data.X.cwiseAbs();  // every neuron is active: only the product B (A + I) is identifiable
  data.Y = predict(draw_teacher({.inputs = 4, .seed = 2}), data.X);
  const Fit result = fit(data, {.method = Method::exact});
  EXPECT_EQ(result.status, FitStatus::undetermined);
  EXPECT_FALSE(result.certificate.holds);
  expect_complete(result);
}

TEST(FitStatus, IsInfeasibleForLpUnderNoise) {
  const Fit result = fit(world(0.2), {.method = Method::lp});
  EXPECT_EQ(result.status, FitStatus::infeasible);
  EXPECT_THAT(result.reason, HasSubstr("use method auto"));
  expect_complete(result);
}

TEST(FitStatus, IsRankDeficientIfTheOutputsAre) {
  Dataset data = world();
  data.Y.col(1) = 2 * data.Y.col(0);
  data.Y.rightCols(3).colwise() = data.Y.col(0).eval();
  for (const Method method : {Method::automatic, Method::qp, Method::lp, Method::lp_noisy, Method::lr}) {
    const Fit result = fit(data, {.method = method});
    EXPECT_EQ(result.status, FitStatus::rank_deficient) << to_string(method);
    expect_complete(result);
  }
}

TEST(FitStatus, IsTooFewOneSignedIfLrFindsNone) {
  const Fit result = fit(world(0, 12, 200), {.method = Method::lr});
  EXPECT_EQ(result.status, FitStatus::too_few_one_signed);
  expect_complete(result);
}

TEST(FitStatus, IsDivergedIfStepsOfSgdAreTooLarge) {
  const Fit result = fit(world(), {.method = Method::sgd, .sgd = {.rate = 10}});
  EXPECT_EQ(result.status, FitStatus::diverged);
  expect_complete(result);
}

TEST(FitStatus, IsDivergedIfWeightsAreOutOfRange) {
  const Dataset data = draw_samples(draw_teacher({.inputs = 2, .seed = 1}), {.samples = 60, .noise = 0.1, .seed = 1});
  const auto fitted = [&](double inputs, double outputs) {
    return fit(Dataset{inputs * data.X, outputs * data.Y}, {.method = Method::qp});
  };
  const Fit large = fitted(1e-140, 1e140);
  EXPECT_EQ(large.status, FitStatus::diverged);
  EXPECT_THAT(large.reason,
              testing::HasSubstr("above the limit of 1e+150: rescale the columns of X and Y to similar magnitudes"));
  EXPECT_EQ(large.unit.A.size(), 0);
  EXPECT_EQ(fitted(1e140, 1e-300).status, FitStatus::diverged);
  EXPECT_TRUE(fitted(1e140, 1e140).usable());
}

TEST(FitStatus, IsUsableIfThereIsAUnit) {
  using enum FitStatus;
  for (const FitStatus status : {solved, suspect, inexact, undetermined}) EXPECT_TRUE(Fit{.status = status}.usable());
  for (const FitStatus status :
       {not_run, not_exact, infeasible, rank_deficient, too_few_samples, too_few_one_signed, unrelated, diverged})
    EXPECT_FALSE(Fit{.status = status}.usable());
}

TEST(FitStatus, HasDistinctNames) {
  using enum FitStatus;
  std::set<std::string_view> names;
  for (const FitStatus status : {not_run, solved, suspect, inexact, undetermined, not_exact, infeasible, rank_deficient,
                                 too_few_samples, too_few_one_signed, unrelated, diverged})
    names.insert(to_string(status));
  EXPECT_EQ(names.size(), 12u);
}

/// Samples that the method supports, with enough rows for several threads if threads divide rows.
Dataset samples_for(Method method) {
  if (method == Method::lr || method == Method::exact) return world();
  if (method == Method::automatic) return world(0.1);
  const double noise = method == Method::lp ? 0 : 0.1;
  return draw_samples(draw_teacher({.inputs = 40, .seed = 1}), {.samples = 400, .noise = noise, .seed = 1});
}

TEST(Fit, HasTheSameBitsForAnyNumberOfThreads) {
  for (const Method method : kMethods) {
    const Dataset data = samples_for(method);
    FitOptions options{.method = method, .threads = 1};
    if (method == Method::sgd) options.sgd.epochs = 3;
    const Fit one = fit(data, options);
    ASSERT_TRUE(one.usable()) << to_string(method) << ": " << one.brief();
    for (const int threads : {2, 3, 0}) {
      options.threads = threads;
      const Fit other = fit(data, options);
      EXPECT_EQ(other.unit.A, one.unit.A) << to_string(method) << ", " << threads << " threads";
      EXPECT_EQ(other.unit.B, one.unit.B) << to_string(method) << ", " << threads << " threads";
      EXPECT_EQ(other.training_loss, one.training_loss);
    }
  }
}

TEST(Fit, ReportsTheTrainingLossOfItsUnit) {
  for (const Method method : {Method::qp, Method::lp_noisy, Method::sgd}) {
    const Dataset data = world(0.1);
    FitOptions options{.method = method};
    if (method == Method::sgd) options.sgd.epochs = 2;
    const Fit result = fit(data, options);
    const double loss = output_errors(predict(result.unit, data.X), data.Y).loss;
    EXPECT_NEAR(result.training_loss, loss, 1e-12 * loss);
  }
}

TEST(Fit, ReportsTheScaleRows) {
  const Unit teacher = draw_teacher({.inputs = 6, .scale_rows = 2, .seed = 3});
  for (const Method method : {Method::exact, Method::qp, Method::lp}) {
    const Fit result = fit(draw_samples(teacher, {.seed = 3}), {.method = method});
    ASSERT_EQ(result.certificate.scale_rows.size(), 6u) << to_string(method);
    for (Index j = 0; j < 6; ++j)
      EXPECT_EQ(result.certificate.scale_rows[j], is_scale_row(teacher.A, j)) << to_string(method) << ", row " << j;
    EXPECT_THAT(result.full(), HasSubstr("2 rows of A are scale rows"));
  }
}

TEST(Fit, WarnsAboutFewSamples) {
  EXPECT_THAT(fit(world(0, 4, 31), {.method = Method::qp}).warnings,
              Contains(HasSubstr("only 31 samples for 4 inputs")));
  EXPECT_THAT(fit(world(0, 4, 32), {.method = Method::qp}).warnings, Not(Contains(HasSubstr("only 32 samples"))));
}

TEST(Fit, WarnsAboutColumnsWhoseWeightsAreNotIdentifiable) {
  Dataset data = world(0.1);
  data.X.col(2).setZero();
  EXPECT_THAT(fit(data, {.method = Method::qp}).warnings, Contains(HasSubstr("column 3 of X is zero")));
}

TEST(Fit, RejectsInvalidSamplesAndOptions) {
  Dataset data = world();
  EXPECT_THAT(test::message_of<OptionError>([&] { fit(data, {.threads = -1}); }),
              HasSubstr("FitOptions::threads = -1"));
  EXPECT_THAT(test::message_of<OptionError>([&] { fit(data, {.rows = {.tolerance = 2}}); }),
              HasSubstr("RowOptions::tolerance = 2"));
  data.Y(7, 2) = NAN;
  EXPECT_THAT(test::message_of<DataError>([&] { fit(data, {}); }), HasSubstr("row 8, column 3"));
}

TEST(Fit, RejectsOptionsThatHaveNoEffectOnTheExplicitMethod) {
  const auto rejected = [](const FitOptions& options) {
    return test::message_of<OptionError>([&] { fit(world(), options); });
  };
  EXPECT_EQ(rejected({.method = Method::exact, .polish = true}), "FitOptions::polish has no effect with method exact");
  EXPECT_EQ(rejected({.method = Method::qp, .sgd = {.epochs = 3}}), "FitOptions::epochs has no effect with method qp");
  EXPECT_EQ(rejected({.method = Method::lr, .start = draw_teacher({.inputs = 4})}),
            "FitOptions::start has no effect with method lr");
}

TEST(Fit, WarnsAboutOptionsWithoutEffectUnderAuto) {
  const Fit result = fit(world(), {.polish = true, .sgd = {.epochs = 3, .rate = 0.1}});
  EXPECT_EQ(result.status, FitStatus::solved);
  EXPECT_THAT(result.warnings, Contains("option epochs has no effect with method auto"));
  EXPECT_THAT(result.warnings, Contains("option rate has no effect with method auto"));
  EXPECT_THAT(result.warnings, Contains("option polish had no effect: auto selected exact"));
}

TEST(Fit, DoesNotWarnAboutOptionsThatHaveAnEffect) {
  for (const Method method : kMethods) {
    FitOptions options{.method = method, .seed = 3, .threads = 1};
    if (method == Method::sgd) options.sgd.epochs = 3;
    EXPECT_THAT(fit(world(0.1), options).warnings, Not(Contains(HasSubstr("no effect")))) << to_string(method);
  }
}

TEST(Fit, ConstrainsLayerOneToBeNonnegativeOnRequest) {
  const Dataset data = draw_samples(draw_teacher({.inputs = 5, .negative = 0.3, .seed = 2}), {.noise = 0.1, .seed = 2});
  for (const Method method : {Method::qp, Method::lp_noisy}) {
    EXPECT_LT(fit(data, {.method = method}).unit.A.minCoeff(), 0);
    EXPECT_GE(fit(data, {.method = method, .nonnegative = true}).unit.A.minCoeff(), 0);
  }
}

TEST(Fit, ReportsItsStagesAndStopsWhenProgressThrows) {
  std::set<std::string> stages;
  const Progress note = [&](std::string_view stage, double fraction) {
    stages.emplace(stage);
    EXPECT_GE(fraction, 0);
    EXPECT_LE(fraction, 1);
  };
  fit(world(), {.method = Method::lp, .progress = note});
  EXPECT_EQ(stages, (std::set<std::string>{"layer 1", "layer 2"}));

  struct Interrupted {};
  for (const Method method : {Method::qp, Method::lp, Method::sgd})
    EXPECT_THROW(fit(world(), {.method = method, .progress = [](std::string_view, double) { throw Interrupted{}; }}),
                 Interrupted);
}

TEST(Fit, HasTheStatusTooFewSamplesBelowOneSamplePerInput) {
  const Dataset data{.X = test::Random(1).gaussian(3, 4), .Y = test::Random(2).gaussian(3, 5)};
  for (const Method method :
       {Method::automatic, Method::exact, Method::noisy, Method::qp, Method::lp, Method::lp_noisy}) {
    const Fit result = fit(data, {.method = method});
    EXPECT_EQ(result.status, FitStatus::too_few_samples) << to_string(method);
    EXPECT_NE(result.method, Method::automatic);
    EXPECT_EQ(result.full().find("time: 0 s"), std::string::npos) << "nothing was timed";
  }
}

TEST(Fit, StoresNamesAndRangeOfTheInputs) {
  const Dataset data = draw_samples(draw_teacher({.inputs = 2}), {.samples = 40});
  const Fit result = fit(data, {.columns = {.inputs = {"a", "b"}, .targets = {"c", "d"}}});
  EXPECT_EQ(result.columns.inputs, (std::vector<std::string>{"a", "b"}));
  EXPECT_EQ(result.input_range.low, Vector(data.X.colwise().minCoeff().transpose()));
  EXPECT_EQ(result.input_range.high, Vector(data.X.colwise().maxCoeff().transpose()));
  EXPECT_THROW((void)fit(data, {.columns = {.inputs = {"a"}}}), DataError);
}

}  // namespace
}  // namespace resunit
