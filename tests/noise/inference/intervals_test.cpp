// SPDX-License-Identifier: BSD-3-Clause
// Confidence intervals of predictions: for every level below one, and only for the unit of the fit.
#include "resunit/intervals.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "noise/world.hpp"
#include "resunit/error.hpp"

namespace resunit {
namespace {

using test::draw_world;
using test::fit_noisy;
using test::World;

TEST(Interval, WidensWithTheLevelUpToOne) {
  const World world = draw_world({.d = 3, .n = 60});
  const Fit fit = fit_noisy(world.data);
  double narrower = 0;
  for (const double level : {1e-12, 0.5, 0.95, 1 - 1e-10, std::nextafter(1.0, 0.0)}) {
    const Matrix half_width = interval_half_width(fit, world.data.X, level);
    EXPECT_TRUE(half_width.allFinite()) << level;
    EXPECT_GT(half_width(0, 0), narrower) << level;
    narrower = half_width(0, 0);
  }
  EXPECT_THROW(interval_half_width(fit, world.data.X, 1), OptionError);
}

TEST(Interval, RequiresTheUnitAndInputsOfTheFit) {
  const World world = draw_world({.d = 3, .n = 60});
  const Fit fit = fit_noisy(world.data);
  EXPECT_THROW(prediction_stderr(fit, world.data.X.leftCols(2)), DataError);
  Fit other = fit;
  other.unit = draw_teacher({.inputs = 3, .outputs = 5});
  EXPECT_THROW(prediction_stderr(other, world.data.X), DataError);
}

}  // namespace
}  // namespace resunit
