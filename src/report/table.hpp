// SPDX-License-Identifier: BSD-3-Clause
// A table of a report; its cells may be colored as a heat map.
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace resunit::report {

struct Cell {
  std::string text;
  std::optional<double> heat = {};  ///< sequential scale: 0 .. 1; diverging scale: -1 .. 1; none: not colored
  bool strong = false;
};

/// The meaning of the colors of a table. Both scales differ in lightness, and the diverging one is blue (negative) and
/// orange (positive), so that they are legible for all common kinds of color blindness.
struct ColorBar {
  bool diverging = false;
  std::string name;                 ///< of the quantity
  std::vector<std::string> labels;  ///< evenly spaced from the first color to the last
};

struct Table {
  std::string caption;
  std::vector<std::string> header;
  std::vector<std::vector<Cell>> rows;  ///< the first cell of a row is its name
  std::optional<ColorBar> color_bar = {};

  std::string html() const;
  std::string markdown() const;
};

/// Two to four significant digits: 0.0081, 1.203, 3.2e-14; "–" for NaN (unknown), "inf" for infinity (no unit found).
std::string number(double value);

/// "0.431 (0.425)": our value, and the paper's in parentheses
std::string with_paper_value(double ours, double paper);

/// A sequential log scale from `smallest` to `largest`: the position of a value, clamped to [0, 1], and its color bar.
double log_heat(double value, double smallest, double largest);
ColorBar log_color_bar(std::string name, double smallest, double largest);

/// A diverging scale centered at zero: the position of a value, and its color bar. `largest`: the largest magnitude.
double signed_heat(double value, double largest);
ColorBar signed_color_bar(std::string name, double largest);

}  // namespace resunit::report
