// SPDX-License-Identifier: BSD-3-Clause
// Curves with error bars from records, and the paper's points next to them.
#pragma once

#include <functional>

#include "experiments/experiment.hpp"

namespace resunit::experiments {

/// The color of a method, the same in all figures.
int color_of_method(const std::string& method);

using ValuesAt = std::function<std::vector<double>(double x)>;
using Center = std::function<double(const std::vector<double>&)>;

/// The center (mean or median) of the values at each x, with bars from the smallest to the largest. Points without
/// values are omitted.
report::Series curve_of(const std::string& method, const std::vector<double>& xs, const ValuesAt& values_at,
                        const Center& center);

/// The fraction of values that are 1, with bars for the 95% confidence interval of Wilson (1927).
report::Series fraction_of(const std::string& name, int color, const std::vector<double>& xs,
                           const ValuesAt& values_at);

struct Interval {
  double low = 0;
  double high = 1;
};
Interval wilson_interval(double successes, double trials);

/// The paper's values as hollow markers, which the note of the plot explains.
report::Series paper_points(const std::string& method, const std::vector<double>& xs, const std::vector<double>& ys);

inline constexpr const char* kRangeNote = "Bars: smallest to largest network. Hollow: the paper's values.";

}  // namespace resunit::experiments
