// SPDX-License-Identifier: BSD-3-Clause
// Plots drawn by gnuplot, as SVG images embedded in a page.
#pragma once

#include <string>
#include <vector>

namespace resunit::report {

struct Series {
  enum class Style { line, dashes, points, dots };
  std::string name;
  std::vector<double> x, y;
  Style style = Style::line;
  int color = 0;  ///< by method: 0 resunit, 1 LP, 2 QP, 3 SGD, 4 oracle or reference
};

struct Plot {
  std::string title;
  std::string x_label, y_label;
  bool log_x = false, log_y = false;
  std::vector<Series> series;
};

/// Empty if gnuplot is not installed. Values that cannot be drawn are omitted: infinities, and zeros on log axes.
std::string svg(const Plot& plot);

bool has_gnuplot();

}  // namespace resunit::report
