#include "resunit/options.hpp"

#include <gtest/gtest.h>

#include <limits>

#include "support/message_of.hpp"

namespace resunit {
namespace {

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
constexpr double kInfinity = std::numeric_limits<double>::infinity();

template <class Options>
std::string complaint(const Options& options) {
  return test::message_of<OptionError>([&] { validate(options); });
}

TEST(Range, SaysWhatItContains) {
  EXPECT_EQ(inside(0, 1).text(), "a value in (0, 1)");
  EXPECT_EQ(between(0, 1).text(), "a value in [0, 1]");
  EXPECT_EQ(from_up_to(0, 1).text(), "a value in [0, 1)");
  EXPECT_EQ(at_least(1).text(), "a value of at least 1");
  EXPECT_EQ(above(0).text(), "a value above 0");
  EXPECT_EQ(Range{}.text(), "a finite value");
}

TEST(Range, ContainsAnEndOnlyWhereItIsClosed) {
  EXPECT_FALSE(inside(0, 1).contains(0));
  EXPECT_FALSE(inside(0, 1).contains(1));
  EXPECT_TRUE(between(0, 1).contains(0));
  EXPECT_TRUE(between(0, 1).contains(1));
  EXPECT_TRUE(from_up_to(0, 1).contains(0));
  EXPECT_FALSE(from_up_to(0, 1).contains(1));
  EXPECT_FALSE(above(0).contains(0));
  EXPECT_TRUE(at_least(0).contains(0));
}

TEST(Range, NeverContainsWhatIsNotFinite) {
  for (const Range& range : {inside(0, 1), between(0, 1), at_least(0), above(0), Range{}})
    for (const double value : {kNan, kInfinity, -kInfinity}) EXPECT_FALSE(range.contains(value));
}

TEST(Options, AreValidByDefault) {
  EXPECT_NO_THROW(validate(RowOptions{}));
  EXPECT_NO_THROW(validate(FitOptions{}));
  EXPECT_NO_THROW(validate(TeacherOptions{}));
  EXPECT_NO_THROW(validate(SampleOptions{}));
}

TEST(Options, NameFieldValueAndRange) {
  EXPECT_EQ(complaint(RowOptions{.tolerance = -1}), "RowOptions::tolerance = -1, expected a value in (0, 1)");
  EXPECT_EQ(complaint(RowOptions{.tolerance = kNan}), "RowOptions::tolerance = nan, expected a value in (0, 1)");
  EXPECT_EQ(complaint(RowOptions{.max_iterations = 0}),
            "RowOptions::max_iterations = 0, expected a value of at least 1");
  EXPECT_EQ(complaint(RowOptions{.rank_tolerance = 1}), "RowOptions::rank_tolerance = 1, expected a value in (0, 1)");
  EXPECT_EQ(complaint(FitOptions{.threads = -1}), "FitOptions::threads = -1, expected a value of at least 0");
  EXPECT_EQ(complaint(FitOptions{.scale_tolerance = 1}), "FitOptions::scale_tolerance = 1, expected a value in [0, 1)");
  EXPECT_EQ(complaint(SampleOptions{.samples = 0}), "SampleOptions::samples = 0, expected a value of at least 1");
  EXPECT_EQ(complaint(SampleOptions{.noise = -0.5}), "SampleOptions::noise = -0.5, expected a value of at least 0");
  EXPECT_EQ(complaint(SampleOptions{.mean = kInfinity}), "SampleOptions::mean = inf, expected a finite value");
}

TEST(Options, OfAFitIncludeThoseOfRowsAndSgd) {
  EXPECT_EQ(complaint(FitOptions{.rows = {.tolerance = 2}}), "RowOptions::tolerance = 2, expected a value in (0, 1)");
  EXPECT_EQ(complaint(FitOptions{.sgd = {.epochs = 0}}), "SgdOptions::epochs = 0, expected a value of at least 1");
  EXPECT_EQ(complaint(FitOptions{.sgd = {.batch = -3}}), "SgdOptions::batch = -3, expected a value of at least 1");
  EXPECT_EQ(complaint(FitOptions{.sgd = {.rate = 0}}), "SgdOptions::rate = 0, expected a value above 0");
  EXPECT_EQ(complaint(FitOptions{.sgd = {.decay = kNan}}), "SgdOptions::decay = nan, expected a value of at least 0");
}

TEST(Options, OfATeacherMustFitTogether) {
  EXPECT_EQ(complaint(TeacherOptions{.inputs = 0}), "TeacherOptions::inputs = 0, expected a value of at least 1");
  EXPECT_EQ(complaint(TeacherOptions{.negative = 1.5}), "TeacherOptions::negative = 1.5, expected a value in [0, 1]");
  EXPECT_EQ(complaint(TeacherOptions{.inputs = 8, .outputs = 3}),
            "TeacherOptions::outputs = 3, expected 0 or at least inputs = 8");
  EXPECT_EQ(complaint(TeacherOptions{.inputs = 4, .scale_rows = 5}),
            "TeacherOptions::scale_rows = 5, expected at most inputs = 4");
  EXPECT_EQ(complaint(TeacherOptions{.condition = 0.5}),
            "TeacherOptions::condition = 0.5, expected 0 or a value of at least 1");
  EXPECT_EQ(complaint(TeacherOptions{.inputs = 1, .condition = 10}),
            "TeacherOptions::condition = 10, expected 0 or 1 for inputs = 1");
}

TEST(Method, HasANameThatReadsBack) {
  for (const Method method : {Method::automatic, Method::exact, Method::noisy, Method::qp, Method::lp, Method::lp_noisy,
                              Method::lr, Method::sgd})
    EXPECT_EQ(method_from_string(to_string(method)), method);
  EXPECT_EQ(to_string(Method::automatic), "auto");
  EXPECT_EQ(to_string(Method::lp_noisy), "lp-noisy");
  EXPECT_EQ(test::message_of<OptionError>([] { method_from_string("lq"); }),
            "unknown method 'lq', expected one of auto, exact, noisy, qp, lp, lp-noisy, lr, sgd");
}

TEST(Rescale, HasANameThatReadsBack) {
  for (const Rescale rescale : {Rescale::paper, Rescale::authors})
    EXPECT_EQ(rescale_from_string(to_string(rescale)), rescale);
  EXPECT_EQ(test::message_of<OptionError>([] { rescale_from_string(""); }),
            "unknown rescale '', expected one of paper, authors");
}

TEST(FitStatus, HasAName) {
  EXPECT_EQ(to_string(FitStatus::not_run), "not run");
  EXPECT_EQ(to_string(FitStatus::solved), "solved");
  EXPECT_EQ(to_string(FitStatus::inexact), "inexact");
  EXPECT_EQ(to_string(FitStatus::undetermined), "undetermined");
  EXPECT_EQ(to_string(FitStatus::not_exact), "not exact");
  EXPECT_EQ(to_string(FitStatus::infeasible), "infeasible");
  EXPECT_EQ(to_string(FitStatus::rank_deficient), "rank deficient");
  EXPECT_EQ(to_string(FitStatus::too_few_one_signed), "too few one-signed");
  EXPECT_EQ(to_string(FitStatus::diverged), "diverged");
}

}  // namespace
}  // namespace resunit
