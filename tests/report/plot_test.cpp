// SPDX-License-Identifier: BSD-3-Clause
// Plots as SVG: structure, escaping, error bars, unique ids, files to download, text sizes.
#include "report/plot.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>

#include "report/section.hpp"
#include "report/text.hpp"

namespace resunit::report {
namespace {

using ::testing::ElementsAre;
using ::testing::EndsWith;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;

int count(const std::string& text, const std::string& part) {
  int found = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++found;
  return found;
}

Plot two_curves() {
  return {
      .title = "t < u",
      .x_label = "x & y",
      .y_label = "error",
      .note = "Bars: range.",
      .log_y = true,
      .series = {{.name = "LP", .x = {1, 2, 3}, .y = {1, 0, 10}, .low = {0.5, 0, 5}, .high = {2, 0, 20}, .color = 1},
                 {.name = "paper", .x = {1, 2}, .y = {3, 4}, .style = Series::Style::open, .in_legend = false}}};
}

TEST(Plot, IsAnSvgImageWithEscapedText) {
  const std::string image = svg(two_curves(), "f1");
  EXPECT_THAT(image, StartsWith("<svg"));
  EXPECT_THAT(image, EndsWith("</svg>\n"));
  EXPECT_THAT(image, HasSubstr("<title id=\"f1\">t &lt; u</title>"));
  EXPECT_THAT(image, HasSubstr("x &amp; y"));
  EXPECT_THAT(image, HasSubstr("Bars: range."));
  EXPECT_THAT(image, Not(HasSubstr("nan")));
  EXPECT_THAT(image, Not(HasSubstr("inf")));
}

TEST(Plot, LegendNamesOnlyTheSeriesThatAskForIt) {
  const std::string image = svg(two_curves(), "f1");
  EXPECT_THAT(image, HasSubstr(">LP</text>"));
  EXPECT_THAT(image, Not(HasSubstr(">paper</text>")));
}

TEST(Plot, InterruptsALineWhereAValueCannotBeDrawn) {
  const std::string image =
      svg({.series = {{.x = {1, 2, 3, 4, 5}, .y = {1, 2, std::numeric_limits<double>::infinity(), 4, 5}}}}, "f1");
  const std::size_t start = image.find("class=\"curve\"");
  const std::string line = image.substr(start, image.find("/>", start) - start);
  EXPECT_EQ(count(line, "M"), 2);
  EXPECT_EQ(count(line, "L"), 2);
}

TEST(Plot, DrawsErrorBarsDownToTheAxisIfTheirEndIsNotPositive) {
  Plot plot = two_curves();
  plot.series[0].low[0] = -1;
  EXPECT_EQ(count(svg(plot, "f1"), "class=\"bars\""), 1);
  EXPECT_THAT(svg(plot, "f1"), Not(HasSubstr("nan")));
}

TEST(Plot, WithoutValuesIsEmpty) {
  EXPECT_EQ(svg({.title = "t", .log_y = true, .series = {{.x = {1}, .y = {0}}}}, "f1"), "");
  EXPECT_EQ(svg({}, "f1"), "");
}

TEST(Plot, AsAFileHasItsOwnColorsAndNamespace) {
  const std::string file = svg_file(two_curves());
  EXPECT_THAT(file, StartsWith("<svg xmlns=\"http://www.w3.org/2000/svg\""));
  EXPECT_THAT(file, HasSubstr("prefers-color-scheme: dark"));
}

TEST(Plot, AsCsvHasTheValuesOfAllSeries) {
  Plot plot = two_curves();
  plot.series[1].name = "a, \"b\"";
  EXPECT_EQ(csv_file(plot),
            "series,x & y,error,low,high\nLP,1,1,0.5,2\nLP,2,0,0,0\nLP,3,10,5,20\n\"a, \"\"b\"\"\",1,3,,\n"
            "\"a, \"\"b\"\"\",2,4,,\n");
}

TEST(Plot, OnAPageHasAUniqueIdAndLinksToItsFiles) {
  Section section("noise", "Noise");
  section.plots({two_curves(), two_curves()});
  section.plots({two_curves()});
  for (const char* id : {"noise-figure-1", "noise-figure-2", "noise-figure-3"}) {
    EXPECT_EQ(count(section.html(), std::string("<title id=\"") + id + "\">"), 1);
    EXPECT_THAT(section.html(), HasSubstr(std::string("download=\"") + id + ".svg\" href=\"data:image/svg+xml,%3Csvg"));
    EXPECT_THAT(section.html(), HasSubstr(std::string("download=\"") + id + ".csv\" href=\"data:text/csv"));
  }
}

TEST(Text, IsShortenedAtCharacters) {
  EXPECT_EQ(shortened("temperature", 10, 1000), "temperature");
  EXPECT_THAT(shortened("temperature of the oil", 10, 60), EndsWith("…"));
  EXPECT_LE(text_width(shortened("temperature of the oil", 10, 60), 10), 60);
  EXPECT_EQ(shortened("äöüäöüäöü", 10, 35), "äöü…");
}

TEST(Text, IsWrappedAtWords) {
  EXPECT_THAT(wrapped_lines("one two three", 10, 60), ElementsAre("one two", "three"));
  EXPECT_THAT(wrapped_lines("", 10, 60), ElementsAre());
}

}  // namespace
}  // namespace resunit::report
