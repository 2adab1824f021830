// Curves by gnuplot, as an SVG picture that stands in the page itself.
#pragma once

#include <string>
#include <vector>

namespace resunit::report {

struct Series {
  enum class Style { line, dashes, points, dots };
  std::string name;
  std::vector<double> x, y;
  Style style = Style::line;
  int colour = 0;  ///< series of one method share it: 0 resunit, 1 LP, 2 QP, 3 SGD, 4 oracle or reference
};

struct Plot {
  std::string title;
  std::string x_label, y_label;
  bool log_x = false, log_y = false;
  std::vector<Series> series;
};

/// Empty if there is no gnuplot. What a logarithmic axis cannot show (0, infinity) is left out.
std::string svg(const Plot& plot);

bool has_gnuplot();

}  // namespace resunit::report
