// SPDX-License-Identifier: BSD-3-Clause
#include "report/axis.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace resunit::report {
namespace {

constexpr double kLargestDrawn = 1e280, kSmallestOnLogAxis = 1e-280;
constexpr double kDataMargin = 0.04;      ///< around the data, relative to their range
constexpr double kSmallestRange = 1e-12;  ///< relative to the largest magnitude; smaller ranges are widened
constexpr double kRounding = 1e-9;        ///< of tick positions, relative to the distance of ticks
constexpr int kMostTicks = 7;
constexpr double kLabelGap = 6;

/// ASCII "-" as a minus sign.
std::string with_minus_sign(const std::string& text) {
  std::string result;
  for (const char c : text) result += c == '-' ? "−" : std::string(1, c);
  return result;
}

/// 1, 2 or 5 times a power of ten, the smallest that is at least `width`.
double round_step(double width) {
  const double power = std::pow(10, std::floor(std::log10(width)));
  for (const double factor : {1.0, 2.0, 5.0})
    if (factor * power >= width * (1 - kRounding)) return factor * power;
  return 10 * power;
}

/// "1.5e+06" as "1.5e6".
std::string short_exponent(const std::string& text) {
  const std::size_t e = text.find('e');
  return text.substr(0, e) + "e" + std::to_string(std::stoi(text.substr(e + 1)));
}

/// With the digits that distinguish multiples of `step`; with an exponent for large and small numbers.
std::string linear_label(double value, double step, double largest) {
  constexpr double kLargestFixed = 1e5, kSmallestFixed = 1e-4;
  if (value == 0) return "0";
  const int digits = static_cast<int>(std::floor(std::log10(step) + kRounding));
  if (largest < kLargestFixed && step >= kSmallestFixed)
    return with_minus_sign(fmt::format("{:.{}f}", value, std::max(0, -digits)));
  const int first = static_cast<int>(std::floor(std::log10(std::abs(value)) + kRounding));
  return with_minus_sign(short_exponent(fmt::format("{:.{}e}", value, std::clamp(first - digits, 0, 16))));
}

std::vector<Tick> linear_ticks(double low, double high, int most) {
  double step = round_step((high - low) / most);
  const auto count = [&] { return std::floor(high / step + kRounding) - std::ceil(low / step - kRounding) + 1; };
  while (count() > most) step = round_step(1.5 * step);
  std::vector<Tick> ticks;
  const double first = std::ceil(low / step - kRounding), last = std::floor(high / step + kRounding);
  const double largest = std::max(std::abs(low), std::abs(high));
  for (double k = first; k <= last; ++k) ticks.push_back({k * step, linear_label(k * step, step, largest)});
  return ticks;
}

/// Powers of ten from 0.001 to 10,000 as numbers, others as powers.
std::string decade_label(int exponent, bool as_numbers) {
  return as_numbers ? fmt::format("{:g}", std::pow(10, exponent)) : with_minus_sign(fmt::format("10^{}", exponent));
}

void set_decades(Axis& axis, int first, int last, int most) {
  constexpr int kMostWithDigits = 5;  ///< decades with minor ticks at 2 to 9 times a power of ten
  const int step = (last - first) / most + 1;
  const int start = step * static_cast<int>(std::ceil(static_cast<double>(first) / step));
  for (int k = start; k <= last; k += step)
    axis.ticks.push_back({std::pow(10, k), decade_label(k, first >= -3 && last <= 4)});
  for (int k = first - 1; k <= last; ++k) {
    if (k >= first && (k - start) % step != 0) axis.minor_ticks.push_back(std::pow(10, k));
    for (int digit = 2; digit <= 9 && last - first <= kMostWithDigits; ++digit)
      axis.minor_ticks.push_back(digit * std::pow(10, k));
  }
  std::erase_if(axis.minor_ticks, [&](double value) { return value < axis.low || value > axis.high; });
}

std::vector<Tick> ticks_within_decades(double low, double high, int most) {
  std::vector<Tick> ticks;
  for (double k = std::floor(std::log10(low)); k <= std::log10(high); ++k)
    for (const double factor : {1.0, 2.0, 5.0}) {
      const double value = factor * std::pow(10, k);
      if (value >= low && value <= high) ticks.push_back({value, linear_label(value, std::pow(10, k), high)});
    }
  if (ticks.size() < 3 || std::ssize(ticks) > most) return linear_ticks(low, high, most);
  return ticks;
}

void set_log_ticks(Axis& axis, int most) {
  const int first = static_cast<int>(std::ceil(std::log10(axis.low) - kRounding));
  const int last = static_cast<int>(std::floor(std::log10(axis.high) + kRounding));
  if (last - first >= 1)
    set_decades(axis, first, last, most);
  else
    axis.ticks = ticks_within_decades(axis.low, axis.high, most);
}

void set_log_range(Axis& axis, double smallest, double largest) {
  constexpr double kFactor = 3;  ///< of a single value to both ends of its axis
  const double decades = std::log10(largest) - std::log10(smallest);
  const double margin = decades > kSmallestRange ? std::pow(10, kDataMargin * decades) : kFactor;
  axis.low = smallest / margin;
  axis.high = largest * margin;
}

void set_linear_range(Axis& axis, double smallest, double largest) {
  const double magnitude = std::max(std::abs(smallest), std::abs(largest));
  const double range = largest - smallest;
  double margin = kDataMargin * range;
  if (range <= std::max(kSmallestRange * magnitude, 1 / kLargestDrawn)) margin = magnitude > 1e-290 ? magnitude / 2 : 1;
  axis.low = smallest - margin;
  axis.high = largest + margin;
}

bool labels_fit(const Axis& axis, double length, const std::function<double(const std::string&)>& extent) {
  for (std::size_t k = 1; k < axis.ticks.size(); ++k) {
    const Tick &left = axis.ticks[k - 1], &right = axis.ticks[k];
    const double distance = length * (axis.position(right.value) - axis.position(left.value));
    if (distance < (extent(left.label) + extent(right.label)) / 2 + kLabelGap) return false;
  }
  return true;
}

}  // namespace

double Axis::position(double value) const {
  if (!log) return (value - low) / (high - low);
  return (std::log10(value) - std::log10(low)) / (std::log10(high) - std::log10(low));
}

bool is_drawable(double value, bool log) {
  return std::abs(value) <= kLargestDrawn && (!log || value >= kSmallestOnLogAxis);
}

Axis make_axis(double smallest, double largest, bool log, int most_ticks) {
  Axis axis{.log = log};
  if (log) {
    set_log_range(axis, smallest, largest);
    set_log_ticks(axis, most_ticks);
  } else {
    set_linear_range(axis, smallest, largest);
    axis.ticks = linear_ticks(axis.low, axis.high, most_ticks);
  }
  return axis;
}

Axis fitted_axis(double smallest, double largest, bool log, double length,
                 const std::function<double(const std::string&)>& extent) {
  for (int most = kMostTicks; most > 2; --most)
    if (Axis axis = make_axis(smallest, largest, log, most); labels_fit(axis, length, extent)) return axis;
  Axis axis = make_axis(smallest, largest, log, 2);
  if (!labels_fit(axis, length, extent)) axis.ticks.resize(1);
  return axis;
}

}  // namespace resunit::report
