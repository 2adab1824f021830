// SPDX-License-Identifier: BSD-3-Clause
// Axes of a plot: a range, and ticks at round numbers whose labels do not overlap.
//     linear: multiples of 1, 2 or 5 times a power of ten
//     log:    powers of ten; over less than two decades 1, 2 and 5 times powers of ten, or linear ticks
#pragma once

#include <functional>
#include <string>
#include <vector>

namespace resunit::report {

struct Tick {
  double value = 0;
  std::string label;  ///< the digits after "^" are an exponent: "10^−3"
};

struct Axis {
  double low = 0;
  double high = 1;
  bool log = false;
  std::vector<Tick> ticks;
  std::vector<double> minor_ticks;  ///< between the labeled ones, on log axes

  double position(double value) const;  ///< 0 at `low`, 1 at `high`
};

/// False for values that no axis shows: NaN, infinities, magnitudes above 1e280 and, on a log axis, values below 1e-280.
bool is_drawable(double value, bool log);

/// The range of the data with a margin of 4% on both sides, and at most `most_ticks` ticks (at least 2).
Axis make_axis(double smallest, double largest, bool log, int most_ticks);

/// The largest number of ticks up to seven whose labels do not overlap on an axis of this length; `extent` is the
/// size of a label along the axis, in the same measure.
Axis fitted_axis(double smallest, double largest, bool log, double length,
                 const std::function<double(const std::string&)>& extent);

}  // namespace resunit::report
