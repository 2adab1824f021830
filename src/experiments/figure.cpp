// SPDX-License-Identifier: BSD-3-Clause
#include "experiments/figure.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>

namespace resunit::experiments {

int color_of_method(const std::string& method) {
  constexpr int kOther = 5;
  static const std::map<std::string, int> colors = {{"resunit", 0}, {"LP", 1}, {"QP", 2}, {"SGD", 3}, {"oracle", 4}};
  const auto known = colors.find(method);
  return known == colors.end() ? kOther : known->second;
}

report::Series curve_of(const std::string& method, const std::vector<double>& xs, const ValuesAt& values_at,
                        const Center& center) {
  report::Series series{.name = method, .color = color_of_method(method)};
  if (method == "oracle") series.style = report::Series::Style::dashes;
  for (const double x : xs) {
    const std::vector<double> values = values_at(x);
    if (values.empty()) continue;
    const auto [low, high] = std::minmax_element(values.begin(), values.end());
    series.x.push_back(x);
    series.y.push_back(center(values));
    series.low.push_back(*low);
    series.high.push_back(*high);
  }
  return series;
}

/// (p + z^2/2n -+ z sqrt(p(1-p)/n + z^2/4n^2)) / (1 + z^2/n)
Interval wilson_interval(double successes, double trials) {
  constexpr double z = 1.959963984540054;  // the 97.5% quantile of the normal distribution
  const double p = successes / trials, scale = 1 + z * z / trials;
  const double middle = (p + z * z / (2 * trials)) / scale;
  const double half = z / scale * std::sqrt(p * (1 - p) / trials + z * z / (4 * trials * trials));
  return {.low = std::max(0.0, middle - half), .high = std::min(1.0, middle + half)};
}

report::Series fraction_of(const std::string& name, int color, const std::vector<double>& xs,
                           const ValuesAt& values_at) {
  report::Series series{.name = name, .color = color};
  for (const double x : xs) {
    const std::vector<double> values = values_at(x);
    if (values.empty()) continue;
    const double count = static_cast<double>(values.size());
    const double successes = std::accumulate(values.begin(), values.end(), 0.0);
    const Interval interval = wilson_interval(successes, count);
    series.x.push_back(x);
    series.y.push_back(successes / count);
    series.low.push_back(interval.low);
    series.high.push_back(interval.high);
  }
  return series;
}

report::Series paper_points(const std::string& method, const std::vector<double>& xs, const std::vector<double>& ys) {
  return {.name = method + " (paper)",
          .x = xs,
          .y = ys,
          .style = report::Series::Style::open,
          .in_legend = false,
          .color = color_of_method(method)};
}

}  // namespace resunit::experiments
