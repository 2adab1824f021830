// SPDX-License-Identifier: BSD-3-Clause
// Report pages: escaping, contents, colors, names of columns.
#include "report/report.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <boost/math/special_functions/erf.hpp>
#include <cmath>
#include <limits>

#include "report/diagnostics.hpp"
#include "report/escape.hpp"
#include "report/page.hpp"
#include "resunit/fit.hpp"
#include "resunit/synthetic.hpp"

namespace resunit {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;

TEST(Escape, ReplacesSpecialCharacters) {
  EXPECT_EQ(report::escape("a<b & \"c\">"), "a&lt;b &amp; &quot;c&quot;&gt;");
}

TEST(Numbers, AreShortAndMarkMissingValues) {
  EXPECT_EQ(report::number(0.0391), "0.039");
  EXPECT_EQ(report::number(12.345), "12.35");
  EXPECT_EQ(report::number(3.21e-14), "3.2e-14");
  EXPECT_EQ(report::number(0), "0");
  EXPECT_EQ(report::number(std::nan("")), "–");
  EXPECT_EQ(report::number(std::numeric_limits<double>::infinity()), "inf");
  EXPECT_EQ(report::with_paper_value(1, 2.5), "1.000 (2.500)");
}

TEST(Escape, OfALinkEncodesBytesThatEndItOrItsAttribute) {
  EXPECT_EQ(report::escape_link("a b#\"<é"), "a%20b%23%22%3C%C3%A9");
}

TEST(Heat, IsLogarithmicAndClamped) {
  EXPECT_EQ(report::log_heat(1e-9, 1e-2, 1), 0);
  EXPECT_NEAR(report::log_heat(0.1, 1e-2, 1), 0.5, 1e-12);
  EXPECT_EQ(report::log_heat(std::numeric_limits<double>::infinity(), 1e-2, 1), 1);
}

TEST(Heat, OfSignedValuesIsCenteredAtZero) {
  EXPECT_EQ(report::signed_heat(0, 2), 0);
  EXPECT_EQ(report::signed_heat(-1, 2), -0.5);
  EXPECT_EQ(report::signed_heat(3, 2), 1);
  EXPECT_EQ(report::signed_heat(0, 0), 0);
  EXPECT_THAT(report::signed_color_bar("w", 2).labels, ElementsAre("-2.000", "0", "2.000"));
}

TEST(Table, ShowsSignsByDifferentColorsAndAColorBar) {
  const report::Table table{.header = {"", "x"},
                            .rows = {{{"a"}, {.text = "-1", .heat = -0.5}}, {{"b"}, {.text = "1", .heat = 0.5}}},
                            .color_bar = report::signed_color_bar("entry of A", 2)};
  EXPECT_THAT(table.html(), HasSubstr("class=\"heat negative\" style=\"--heat:50%\">-1"));
  EXPECT_THAT(table.html(), HasSubstr("class=\"heat\" style=\"--heat:50%\">1"));
  EXPECT_THAT(table.html(), HasSubstr("<span>entry of A</span><div class=\"diverging\">"));
}

TEST(Table, HasRowNamesAndColoredCells) {
  const report::Table table{.caption = "c < d", .header = {"x", "y"}, .rows = {{{"one"}, {.text = "2", .heat = 0.25}}}};
  EXPECT_THAT(table.html(), HasSubstr("<caption>c &lt; d</caption>"));
  EXPECT_THAT(table.html(), HasSubstr("<th>one</th>"));
  EXPECT_THAT(table.html(), HasSubstr("--heat:25%"));
}

TEST(Page, ListsItsSectionsAndHasNoExternalResources) {
  report::Page page("Title & more");
  page.add({"one", "First"});
  page.add({"two", "Second"});
  const std::string html = page.html();
  EXPECT_THAT(html, StartsWith("<!doctype html>"));
  EXPECT_THAT(html, HasSubstr("<title>Title &amp; more</title>"));
  EXPECT_THAT(html, HasSubstr("<a href=\"#two\">Second</a>"));
  EXPECT_THAT(html, Not(HasSubstr("src=")));
}

TEST(FitPage, ShowsWeightsAndCertificate) {
  const Unit teacher = draw_teacher({.inputs = 3, .seed = 2});
  const Dataset data = draw_samples(teacher, {.samples = 60, .seed = 5});
  const std::string html = fit_page(fit(data), data, "resunit fit x y");
  EXPECT_THAT(html, HasSubstr("Certificate: holds"));
  EXPECT_THAT(html, HasSubstr(report::number(teacher.A(1, 2))));
  EXPECT_THAT(html, HasSubstr("resunit fit x y"));
}

TEST(FitPage, HasABadgeNamesOfColumnsAndPlotsOfEachOutput) {
  const Dataset data = draw_samples(draw_teacher({.inputs = 2, .seed = 2}), {.samples = 60, .seed = 5});
  const Fit found = fit(data);
  const std::string html =
      fit_page(found, data, "", {.inputs = {"speed <m/s>", "load"}, .outputs = {"torque", "wear"}});
  EXPECT_THAT(html, HasSubstr("class=\"badge good\""));
  EXPECT_THAT(html, HasSubstr("solved by method exact"));
  EXPECT_THAT(html, HasSubstr("<th>speed &lt;m/s&gt;</th>"));
  EXPECT_THAT(html, HasSubstr("<th>torque</th>"));
  EXPECT_THAT(html, HasSubstr("residual of wear"));
  EXPECT_THAT(html, HasSubstr("Q-Q plot"));
  EXPECT_THAT(html, HasSubstr("entry of A"));
  const std::string numbered = fit_page(found, data, "", {.inputs = {"only one name"}});
  EXPECT_THAT(numbered, HasSubstr("<th>x2</th>"));
  EXPECT_THAT(numbered, HasSubstr("residual of y2"));
}

TEST(FitPage, ListsTheOutputsWithoutPlots) {
  const Dataset data = draw_samples(draw_teacher({.inputs = 2, .outputs = 9, .seed = 2}), {.samples = 60, .seed = 5});
  EXPECT_THAT(fit_page(fit(data), data, ""), HasSubstr("the first 6 of 9 outputs; omitted: y7 to y9"));
}

TEST(Diagnostics, QuantilesOfNormalResidualsLieOnALine) {
  constexpr Index kCount = 5000;
  Matrix observed(kCount, 1);
  for (Index i = 0; i < kCount; ++i)
    observed(i, 0) = 3 * std::sqrt(2.0) * boost::math::erf_inv((2.0 * static_cast<double>(i) + 1) / kCount - 1);
  const Matrix predicted = Matrix::Zero(kCount, 1);
  const report::Plot plot =
      report::output_plots({.predicted = predicted, .observed = observed, .names = {"u"}, .kind = "fitted"}, 0)[2];
  const report::Series& points = plot.series[0];
  EXPECT_EQ(points.x.size(), 1000u);
  for (std::size_t k = 0; k < points.x.size(); ++k) EXPECT_NEAR(points.y[k], 3 * points.x[k], 1e-9);
  EXPECT_THAT(plot.title, HasSubstr("1000 of 5000 samples"));
}

TEST(FitPage, OfAFailedFitStatesTheReason) {
  const Unit teacher = draw_teacher({.inputs = 3, .seed = 2});
  const Dataset data = draw_samples(teacher, {.samples = 60, .noise = 0.1, .seed = 5});
  const std::string html = fit_page(fit(data, {.method = Method::lp}), data, "");
  EXPECT_THAT(html, HasSubstr("infeasible"));
  EXPECT_THAT(html, HasSubstr("class=\"badge failure\""));
  EXPECT_THAT(html, Not(HasSubstr("Weights")));
}

TEST(FitPage, ShowsStandardErrorsUnderNoiseAndTheCurveOfSgd) {
  const Unit teacher = draw_teacher({.inputs = 3, .seed = 2});
  const Dataset data = draw_samples(teacher, {.samples = 200, .noise = 0.1, .seed = 5});
  EXPECT_THAT(fit_page(fit(data), data, ""), HasSubstr("± standard errors"));
  const Fit by_sgd = fit(data, {.method = Method::sgd, .sgd = {.epochs = 5}});
  EXPECT_THAT(fit_page(by_sgd, data, ""), HasSubstr("Learning curve"));
}

TEST(RegressionPage, ShowsTheCrossValidation) {
  const Unit teacher = draw_teacher({.inputs = 3, .seed = 2});
  const Dataset data = draw_samples(teacher, {.samples = 200, .noise = 0.1, .seed = 5});
  RegressOptions options{.fast = true, .columns = {.inputs = {"a", "b", "c"}, .targets = {"<u>", "v", "w"}}};
  const Dataset large = draw_samples(teacher, {.samples = 2100, .noise = 0.1, .seed = 5});
  EXPECT_THAT(regression_page(regress(large.X, large.Y, options), large.X, large.Y, ""), HasSubstr("not validated"));
  options.folds = 3;
  const std::string html = regression_page(regress(data.X, data.Y, options), data.X, data.Y, "");
  EXPECT_THAT(html, HasSubstr("linear regression"));
  EXPECT_THAT(html, HasSubstr("&lt;u&gt;: 3-fold cross-validation"));
  EXPECT_THAT(html, HasSubstr("&lt;u&gt;, predicted"));
  EXPECT_THAT(html, HasSubstr("residual of v"));
}

TEST(FitPage, ShowsTheCauseAndTheRemedy) {
  const Unit teacher = draw_teacher({.inputs = 3, .seed = 1});
  const Dataset data = draw_samples(teacher, {.samples = 30, .seed = 1});
  Fit fit = resunit::fit(data);
  fit.status = FitStatus::suspect;
  fit.cause = "the activation is leaky";
  fit.remedy = Remedy::regress;
  const std::string page = fit_page(fit, data, "resunit fit", {});
  EXPECT_THAT(page, HasSubstr("Probable cause: the activation is leaky."));
  EXPECT_THAT(page, HasSubstr("Remedy: regress."));
}

}  // namespace
}  // namespace resunit
