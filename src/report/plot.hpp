// SPDX-License-Identifier: BSD-3-Clause
// Plots as SVG images. Colors are CSS variables (plot_style.hpp), so that a plot follows light and dark mode.
#pragma once

#include <string>
#include <vector>

namespace resunit::report {

struct Series {
  /// line: with markers; dashes: without; points: markers alone; open: hollow markers; dots: small, for many points
  enum class Style { line, dashes, points, open, dots };
  std::string name;
  std::vector<double> x, y;
  std::vector<double> low, high;  ///< ends of the error bars; empty: none
  Style style = Style::line;
  bool in_legend = true;  ///< if it has a name
  int color = 0;          ///< 0 to 5, also selects the marker: 0 resunit, 1 LP, 2 QP, 3 SGD, 4 oracle or reference
};

struct Plot {
  std::string title;  ///< the caption on a page
  std::string x_label, y_label;
  std::string note;  ///< below the legend: the meaning of bars and hollow markers
  bool log_x = false, log_y = false;
  std::vector<Series> series;
};

/// An image for a page; `id` must be unique on the page. Values that cannot be drawn are omitted: infinities, and
/// zeros on log axes. Empty if no value can be drawn.
std::string svg(const Plot& plot, const std::string& id);

/// The same image as a file of its own, with its colors.
std::string svg_file(const Plot& plot);

/// The values of all series as CSV: series, x, y, and the ends of the error bars if there are any.
std::string csv_file(const Plot& plot);

}  // namespace resunit::report
