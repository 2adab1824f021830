// SPDX-License-Identifier: BSD-3-Clause
// Report pages: escaping, contents, and behavior without gnuplot.
#include "report/report.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <limits>

#include "report/escape.hpp"
#include "report/page.hpp"
#include "resunit/fit.hpp"
#include "resunit/synthetic.hpp"
#include "support/temporary_folder.hpp"

namespace resunit {
namespace {

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

TEST(Heat, IsLogarithmicAndClamped) {
  EXPECT_EQ(report::heat(1e-9, 1e-2, 1), 0);
  EXPECT_NEAR(report::heat(0.1, 1e-2, 1), 0.5, 1e-12);
  EXPECT_EQ(report::heat(std::numeric_limits<double>::infinity(), 1e-2, 1), 1);
}

TEST(Table, HasRowNamesAndColoredCells) {
  const report::Table table{.caption = "c < d", .header = {"x", "y"}, .rows = {{{"one"}, {.text = "2", .heat = 0.25}}}};
  EXPECT_THAT(table.html(), HasSubstr("<caption>c &lt; d</caption>"));
  EXPECT_THAT(table.html(), HasSubstr("<th>one</th>"));
  EXPECT_THAT(table.html(), HasSubstr("--heat:25%"));
}

TEST(Plot, IsAnSvgImageOrEmpty) {
  const report::Plot plot{.title = "t",
                          .x_label = "quotes \" and ` are dropped",
                          .log_y = true,
                          .series = {{.name = "s", .x = {1, 2, 3}, .y = {1, 0, 10}}}};
  const std::string image = report::svg(plot);
  if (!report::has_gnuplot()) {
    EXPECT_EQ(image, "");
    GTEST_SKIP() << "gnuplot is not installed";
  }
  EXPECT_THAT(image, StartsWith("<svg"));
  EXPECT_THAT(image, HasSubstr("quotes  and  are dropped"));
}

TEST(Plot, WithoutPointsIsEmpty) {
  EXPECT_EQ(report::svg({.title = "t", .log_y = true, .series = {{.x = {1}, .y = {0}}}}), "");
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

TEST(FitPage, OfAFailedFitStatesTheReason) {
  const Unit teacher = draw_teacher({.inputs = 3, .seed = 2});
  const Dataset data = draw_samples(teacher, {.samples = 60, .noise = 0.1, .seed = 5});
  const std::string html = fit_page(fit(data, {.method = Method::lp}), data, "");
  EXPECT_THAT(html, HasSubstr("infeasible"));
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
  EXPECT_THAT(regression_page(regress(data.X, data.Y, options), data.X, data.Y, ""), HasSubstr("No cross-validation"));
  options.folds = 3;
  const std::string html = regression_page(regress(data.X, data.Y, options), data.X, data.Y, "");
  EXPECT_THAT(html, HasSubstr("linear regression"));
  EXPECT_THAT(html, HasSubstr("&lt;u&gt;: 3-fold cross-validation"));
}

TEST(Plot, IsEmptyWithoutATemporaryFolder) {
  const test::TemporaryFolder folder;
  const char* const before = std::getenv("TMPDIR");
  const std::string kept = before ? before : "";
  ::setenv("TMPDIR", "/nowhere", 1);
  EXPECT_EQ(report::svg({.title = "t", .series = {{.x = {1, 2}, .y = {1, 2}}}}), "");
  std::filesystem::create_directory(folder / "it's");
  ::setenv("TMPDIR", (folder / "it's").c_str(), 1);
  EXPECT_EQ(report::svg({.title = "t", .series = {{.x = {1, 2}, .y = {1, 2}}}}).empty(), !report::has_gnuplot());
  EXPECT_TRUE(std::filesystem::is_empty(folder / "it's"));
  before ? ::setenv("TMPDIR", kept.c_str(), 1) : ::unsetenv("TMPDIR");
}

}  // namespace
}  // namespace resunit
