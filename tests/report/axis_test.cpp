// SPDX-License-Identifier: BSD-3-Clause
// Axes: round ticks, distinct labels, no overlap, extreme ranges.
#include "report/axis.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <set>

namespace resunit::report {
namespace {

using ::testing::ElementsAre;

std::vector<std::string> labels(const Axis& axis) {
  std::vector<std::string> all;
  for (const Tick& tick : axis.ticks) all.push_back(tick.label);
  return all;
}

/// About the size of a label in a font whose digits are seven wide.
double width_of(const std::string& label) {
  return 7.0 * static_cast<double>(label.size());
}

TEST(Axis, HasTicksAtRoundNumbers) {
  EXPECT_THAT(labels(make_axis(0, 1, false, 6)), ElementsAre("0", "0.2", "0.4", "0.6", "0.8", "1.0"));
  EXPECT_THAT(labels(make_axis(-3, 12, false, 5)), ElementsAre("0", "5", "10"));
  EXPECT_THAT(labels(make_axis(-0.03, 0.01, false, 5)), ElementsAre("−0.03", "−0.02", "−0.01", "0", "0.01"));
  EXPECT_THAT(labels(make_axis(1e6, 3e6, false, 5)), ElementsAre("1.0e6", "1.5e6", "2.0e6", "2.5e6", "3.0e6"));
  EXPECT_THAT(labels(make_axis(-2e-15, 2e-15, false, 5)), ElementsAre("−2e−15", "−1e−15", "0", "1e−15", "2e−15"));
}

TEST(Axis, WithALogScaleHasTicksAtPowersOfTen) {
  EXPECT_THAT(labels(make_axis(0.01, 100, true, 7)), ElementsAre("0.01", "0.1", "1", "10", "100"));
  EXPECT_THAT(labels(make_axis(1e-14, 1, true, 5)), ElementsAre("10^−12", "10^−9", "10^−6", "10^−3", "10^0"));
  EXPECT_THAT(labels(make_axis(0.05, 0.6, true, 7)), ElementsAre("0.05", "0.1", "0.2", "0.5"));
}

TEST(Axis, WithALogScaleMarksTheDigitsBetweenDecades) {
  const Axis axis = make_axis(1, 100, true, 7);
  EXPECT_THAT(axis.minor_ticks, ::testing::Contains(20.0));
  for (const double value : axis.minor_ticks) {
    EXPECT_GE(axis.position(value), 0);
    EXPECT_LE(axis.position(value), 1);
  }
}

TEST(Axis, PositionsRunFromZeroToOne) {
  const Axis linear = make_axis(2, 4, false, 5), log = make_axis(1e-3, 10, true, 5);
  EXPECT_DOUBLE_EQ(linear.position(3), 0.5);
  EXPECT_NEAR(log.position(0.1), 0.5, 1e-12);
  EXPECT_DOUBLE_EQ(log.position(log.low), 0);
  EXPECT_DOUBLE_EQ(log.position(log.high), 1);
}

TEST(Axis, OfOneValueHasARange) {
  for (const double value : {0.0, 5.0, -3e-20, 1e280, 4e-310})
    EXPECT_LT(make_axis(value, value, false, 5).low, make_axis(value, value, false, 5).high) << value;
  EXPECT_LT(make_axis(7, 7, true, 5).low, 7);
}

TEST(Axis, OmitsValuesThatCannotBeDrawn) {
  EXPECT_FALSE(is_drawable(std::nan(""), false));
  EXPECT_FALSE(is_drawable(std::numeric_limits<double>::infinity(), false));
  EXPECT_FALSE(is_drawable(0, true));
  EXPECT_TRUE(is_drawable(0, false));
  EXPECT_TRUE(is_drawable(1e-15, true));
}

TEST(Axis, LabelsAreDistinctInsideTheRangeAndDoNotOverlap) {
  constexpr double kLength = 300;
  const std::vector<double> ends = {-1e280, -12345.6,  -1, -1e-15, 0,     1e-270, 3e-15,
                                    0.1,    0.1000001, 1,  7,      99999, 1e15,   1e280};
  for (const bool log : {false, true})
    for (const double low : ends)
      for (const double high : ends) {
        if (low > high || !is_drawable(low, log)) continue;
        const Axis axis = fitted_axis(low, high, log, kLength, width_of);
        const std::vector<std::string> all = labels(axis);
        ASSERT_FALSE(all.empty()) << low << " " << high;
        EXPECT_EQ(std::set<std::string>(all.begin(), all.end()).size(), all.size()) << low << " " << high;
        EXPECT_LE(all.size(), 7u);
        double end = -std::numeric_limits<double>::infinity();
        for (const Tick& tick : axis.ticks) {
          const double at = kLength * axis.position(tick.value);
          EXPECT_GE(at, -1e-6);
          EXPECT_LE(at, kLength + 1e-6);
          EXPECT_GT(at - width_of(tick.label) / 2, end) << low << " " << high;
          end = at + width_of(tick.label) / 2;
        }
      }
}

}  // namespace
}  // namespace resunit::report
