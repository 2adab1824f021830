// SPDX-License-Identifier: BSD-3-Clause
// A table of a report; its cells may be colored as a heat map.
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace resunit::report {

struct Cell {
  std::string text;
  std::optional<double> heat = {};  ///< 0 cold .. 1 warm; none: not colored
  bool strong = false;
};

struct Table {
  std::string caption;
  std::vector<std::string> header;
  std::vector<std::vector<Cell>> rows;  ///< the first cell of a row is its name

  std::string html() const;
  std::string markdown() const;
};

/// Two to four significant digits: 0.0081, 1.203, 3.2e-14; "–" for NaN (unknown), "inf" for infinity (no unit found).
std::string number(double value);

/// "0.431 (0.425)": our value, and the paper's in parentheses
std::string with_paper_value(double ours, double paper);

/// The position of a value between cold and warm on a logarithmic scale, clamped to [0, 1].
double heat(double value, double cold, double warm);

}  // namespace resunit::report
