// A table of a page; its cells may be tinted, which makes it a heat map that is also read.
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace resunit::report {

struct Cell {
  std::string text;
  std::optional<double> heat = {};  ///< 0 cold .. 1 warm; none: not tinted
  bool strong = false;
};

struct Table {
  std::string caption;
  std::vector<std::string> header;
  std::vector<std::vector<Cell>> rows;  ///< the first cell of a row is its name

  std::string html() const;
  std::string markdown() const;
};

/// Two to four figures: 0.0081, 1.203, 3.2e-14; "–" for what is not known, "inf" for what no unit was found for.
std::string number(double value);

/// "ours (paper)"
std::string beside(double ours, double paper);

/// Where a value lies between cold and warm, by its logarithm, cut off at the ends.
double heat(double value, double cold, double warm);

}  // namespace resunit::report
