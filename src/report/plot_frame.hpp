// SPDX-License-Identifier: BSD-3-Clause
// The frame of a plot: its axes, and the positions of values in the image.
#pragma once

#include <optional>
#include <string>

#include "report/axis.hpp"
#include "report/plot.hpp"

namespace resunit::report {

constexpr double kPlotWidth = 400, kFrameTop = 10, kFrameHeight = 210;  ///< in pixels
constexpr double kFont = 13, kNoteFont = 12, kLine = 18;  ///< as in plot_style.hpp; kLine: height of a line of text

/// The axes and their place in the image, whose y axis points down.
struct Frame {
  double left = 0, right = kPlotWidth, bottom = kFrameTop + kFrameHeight;
  Axis x, y;

  double width() const { return right - left; }
  double at_x(double value) const { return left + width() * x.position(value); }
  double at_y(double value) const { return bottom - kFrameHeight * y.position(value); }
};

/// True if both coordinates can be drawn on the axes of the plot.
bool is_drawable(const Plot& plot, double x, double y);

/// None if no value of the plot can be drawn.
std::optional<Frame> frame_of(const Plot& plot);

/// Grid, ticks, their labels and the names of the axes.
std::string axes_svg(const Plot& plot, const Frame& frame);

/// The position below the names of the axes.
double below_axes(const Plot& plot, const Frame& frame);

}  // namespace resunit::report
