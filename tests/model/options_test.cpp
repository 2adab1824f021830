// SPDX-License-Identifier: BSD-3-Clause
// Ranges of options, the methods to which they apply, and the names of enumerators.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>
#include <string_view>

#include "model/fit_names.hpp"
#include "model/fit_options.hpp"
#include "model/synthetic_options.hpp"
#include "support/message_of.hpp"
#include "support/not_finite.hpp"

namespace resunit {
namespace {

using test::kInfinity;
using test::kNan;
using ::testing::ElementsAre;
using ::testing::IsEmpty;

template <class Options>
std::string error_of(const Options& options) {
  return test::message_of<OptionError>([&] { validate(options); });
}

TEST(Range, IsPrintedAsAnInterval) {
  EXPECT_EQ(open_interval(0, 1).text(), "a value in (0, 1)");
  EXPECT_EQ(closed_interval(0, 1).text(), "a value in [0, 1]");
  EXPECT_EQ(half_open_interval(0, 1).text(), "a value in [0, 1)");
  EXPECT_EQ(at_least(1).text(), "a value of at least 1");
  EXPECT_EQ(above(0).text(), "a value above 0");
  EXPECT_EQ(Range{}.text(), "a finite value");
}

TEST(WithRenamedFields, ReplacesEveryFieldOfAStruct) {
  const auto upper = [](const std::string& field) {
    return field.starts_with("scale_rows") ? std::string("ROWS") : field;
  };
  EXPECT_EQ(with_renamed_fields("TeacherOptions::scale_rows = 9, expected at most inputs", upper),
            "ROWS = 9, expected at most inputs");
  EXPECT_EQ(with_renamed_fields("FitOptions::start has a bias, but FitOptions::bias = false", upper),
            "start has a bias, but bias = false");
  EXPECT_EQ(with_renamed_fields("no field", upper), "no field");
  EXPECT_EQ(with_renamed_fields("Options::", upper), "");
}

TEST(Range, ContainsOnlyClosedEnds) {
  EXPECT_FALSE(open_interval(0, 1).contains(0));
  EXPECT_FALSE(open_interval(0, 1).contains(1));
  EXPECT_TRUE(closed_interval(0, 1).contains(0));
  EXPECT_TRUE(closed_interval(0, 1).contains(1));
  EXPECT_TRUE(half_open_interval(0, 1).contains(0));
  EXPECT_FALSE(half_open_interval(0, 1).contains(1));
  EXPECT_FALSE(above(0).contains(0));
  EXPECT_TRUE(at_least(0).contains(0));
}

TEST(Range, ContainsOnlyFiniteValues) {
  for (const Range& range : {open_interval(0, 1), closed_interval(0, 1), at_least(0), above(0), Range{}})
    for (const double value : {kNan, kInfinity, -kInfinity}) EXPECT_FALSE(range.contains(value));
}

TEST(OptionGroups, HaveDistinctHeadings) {
  std::set<std::string_view> headings;
  for (int group = 0; group <= static_cast<int>(kLastOptionGroup); ++group)
    headings.insert(heading(static_cast<OptionGroup>(group)));
  EXPECT_EQ(headings.size(), static_cast<std::size_t>(kLastOptionGroup) + 1);
}

TEST(OptionRecord, AppendsTheMethodsToTheHelp) {
  EXPECT_EQ((OptionRecord{.help = "Number of steps."}.full_help()), "Number of steps.");
  EXPECT_EQ((OptionRecord{.help = "Number of steps.", .methods = kLayerwise}.full_help()),
            "Number of steps. Only for qp, lp, lp-noisy.");
}

TEST(Options, AreValidByDefault) {
  EXPECT_NO_THROW(validate(RowOptions{}));
  EXPECT_NO_THROW(validate(FitOptions{}));
  EXPECT_NO_THROW(validate(TeacherOptions{}));
  EXPECT_NO_THROW(validate(SampleOptions{}));
}

TEST(Options, AreRejectedWithFieldValueAndRange) {
  EXPECT_EQ(error_of(RowOptions{.tolerance = -1}), "RowOptions::tolerance = -1, expected a value in (0, 1)");
  EXPECT_EQ(error_of(RowOptions{.tolerance = kNan}), "RowOptions::tolerance = nan, expected a value in (0, 1)");
  EXPECT_EQ(error_of(RowOptions{.max_iterations = 0}),
            "RowOptions::max_iterations = 0, expected a value of at least 1");
  EXPECT_EQ(error_of(RowOptions{.rank_tolerance = 1}), "RowOptions::rank_tolerance = 1, expected a value in (0, 1)");
  EXPECT_EQ(error_of(FitOptions{.threads = -1}), "FitOptions::threads = -1, expected a value of at least 0");
  EXPECT_EQ(error_of(FitOptions{.scale_tolerance = 1}), "FitOptions::scale_tolerance = 1, expected a value in [0, 1)");
  EXPECT_EQ(error_of(SampleOptions{.samples = 0}), "SampleOptions::samples = 0, expected a value of at least 1");
  EXPECT_EQ(error_of(SampleOptions{.noise = -0.5}), "SampleOptions::noise = -0.5, expected a value of at least 0");
  EXPECT_EQ(error_of(SampleOptions{.mean = kInfinity}), "SampleOptions::mean = inf, expected a finite value");
}

TEST(Options, OfAFitIncludeThoseOfRowsAndSgd) {
  EXPECT_EQ(error_of(FitOptions{.rows = {.tolerance = 2}}), "RowOptions::tolerance = 2, expected a value in (0, 1)");
  EXPECT_EQ(error_of(FitOptions{.sgd = {.epochs = 0}}), "SgdOptions::epochs = 0, expected a value of at least 1");
  EXPECT_EQ(error_of(FitOptions{.sgd = {.batch = -3}}), "SgdOptions::batch = -3, expected a value of at least 1");
  EXPECT_EQ(error_of(FitOptions{.sgd = {.rate = 0}}), "SgdOptions::rate = 0, expected a value above 0");
  EXPECT_EQ(error_of(FitOptions{.sgd = {.decay = kNan}}), "SgdOptions::decay = nan, expected a value of at least 0");
}

TEST(Options, OfAnotherMethodThanTheExplicitOneAreRejected) {
  EXPECT_EQ(error_of(FitOptions{.method = Method::exact, .polish = true}),
            "FitOptions::polish has no effect with method exact");
  EXPECT_EQ(error_of(FitOptions{.method = Method::exact, .sgd = {.epochs = 3}}),
            "FitOptions::epochs has no effect with method exact");
  EXPECT_EQ(error_of(FitOptions{.method = Method::sgd, .noise = {.robust = true}}),
            "FitOptions::robust has no effect with method sgd");
  EXPECT_EQ(error_of(FitOptions{.method = Method::noisy, .rows = {.max_iterations = 5}}),
            "FitOptions::max_iterations has no effect with method noisy");
  EXPECT_EQ(error_of(FitOptions{.method = Method::lr, .rescale = Rescale::authors}),
            "FitOptions::rescale has no effect with method lr");
  const Unit start{.A = Matrix::Identity(2, 2), .B = Matrix::Identity(2, 2)};
  EXPECT_EQ(error_of(FitOptions{.method = Method::qp, .start = start}),
            "FitOptions::start has no effect with method qp");
}

TEST(Options, OfTheExplicitMethodAreAccepted) {
  const Unit start{.A = Matrix::Identity(2, 2), .B = Matrix::Identity(2, 2)};
  EXPECT_NO_THROW(validate(FitOptions{.method = Method::exact, .seed = 3, .threads = 2, .bias = Bias::both}));
  EXPECT_NO_THROW(validate(FitOptions{.method = Method::qp, .polish = true, .nonnegative = true}));
  EXPECT_NO_THROW(validate(FitOptions{.method = Method::noisy, .noise = {.restarts = 5}, .start = start}));
  EXPECT_NO_THROW(validate(FitOptions{.method = Method::sgd, .sgd = {.epochs = 3}, .start = start}));
}

TEST(Options, WithoutEffectUnderAutoAreAccepted) {
  const FitOptions options{.nonnegative = true, .sgd = {.epochs = 3}, .noise = {.robust = true}};
  EXPECT_NO_THROW(validate(options));
  EXPECT_THAT(options_without_effect(options), ElementsAre("epochs")) << "auto may select noisy and qp, but never sgd";
  EXPECT_THAT(options_without_effect({.seed = 3, .threads = 2, .bias = Bias::both}), IsEmpty());
}

TEST(Options, OfATeacherMustBeConsistent) {
  EXPECT_EQ(error_of(TeacherOptions{.inputs = 0}), "TeacherOptions::inputs = 0, expected a value of at least 1");
  EXPECT_EQ(error_of(TeacherOptions{.negative = 1.5}), "TeacherOptions::negative = 1.5, expected a value in [0, 1]");
  EXPECT_EQ(error_of(TeacherOptions{.inputs = 8, .outputs = 3}),
            "TeacherOptions::outputs = 3, expected 0 or at least inputs = 8");
  EXPECT_EQ(error_of(TeacherOptions{.inputs = 4, .scale_rows = 5}),
            "TeacherOptions::scale_rows = 5, expected at most inputs = 4");
  EXPECT_EQ(error_of(TeacherOptions{.condition = 0.5}),
            "TeacherOptions::condition = 0.5, expected 0 or a value of at least 1");
  EXPECT_EQ(error_of(TeacherOptions{.inputs = 1, .condition = 10}),
            "TeacherOptions::condition = 10, expected 0 or 1 for inputs = 1");
}

TEST(Method, HasANameThatReadsBack) {
  for (const Method method : {Method::automatic, Method::exact, Method::noisy, Method::qp, Method::lp, Method::lp_noisy,
                              Method::lr, Method::sgd})
    EXPECT_EQ(from_name<Method>("method", to_string(method)), method);
  EXPECT_EQ(to_string(Method::automatic), "auto");
  EXPECT_EQ(to_string(Method::lp_noisy), "lp-noisy");
  EXPECT_EQ(test::message_of<OptionError>([] { from_name<Method>("method", "lq"); }),
            "unknown method 'lq', expected one of auto, exact, noisy, qp, lp, lp-noisy, lr, sgd");
}

TEST(Rescale, HasANameThatReadsBack) {
  for (const Rescale rescale : {Rescale::paper, Rescale::authors})
    EXPECT_EQ(from_name<Rescale>("rescale", to_string(rescale)), rescale);
  EXPECT_EQ(test::message_of<OptionError>([] { from_name<Rescale>("rescale", ""); }),
            "unknown rescale '', expected one of paper, authors");
}

/// The table of names lists all enumerators in the order of their values.
template <class Enum>
void expect_all_enumerators(Enum last) {
  const std::vector<std::string> names = names_of<Enum>();
  ASSERT_EQ(std::ssize(names), static_cast<int>(last) + 1);
  for (std::size_t k = 0; k < names.size(); ++k)
    EXPECT_EQ(static_cast<std::size_t>(from_name<Enum>("enumerator", names[k])), k) << names[k];
}

TEST(EnumNames, ListEveryEnumerator) {
  expect_all_enumerators(Method::sgd);
  expect_all_enumerators(Rescale::authors);
  expect_all_enumerators(InputDistribution::gaussian);
  expect_all_enumerators(RowStatus::stalled);
  expect_all_enumerators(FitStatus::diverged);
}

TEST(FitStatus, HasAName) {
  EXPECT_EQ(to_string(FitStatus::not_run), "not run");
  EXPECT_EQ(to_string(FitStatus::solved), "solved");
  EXPECT_EQ(to_string(FitStatus::suspect), "suspect");
  EXPECT_EQ(to_string(FitStatus::inexact), "inexact");
  EXPECT_EQ(to_string(FitStatus::undetermined), "undetermined");
  EXPECT_EQ(to_string(FitStatus::not_exact), "not exact");
  EXPECT_EQ(to_string(FitStatus::infeasible), "infeasible");
  EXPECT_EQ(to_string(FitStatus::rank_deficient), "rank deficient");
  EXPECT_EQ(to_string(FitStatus::too_few_samples), "too few samples");
  EXPECT_EQ(to_string(FitStatus::too_few_one_signed), "too few one-signed");
  EXPECT_EQ(to_string(FitStatus::diverged), "diverged");
}

}  // namespace
}  // namespace resunit
