// SPDX-License-Identifier: BSD-3-Clause
#include "report/plot_frame.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <utility>

#include "report/escape.hpp"
#include "report/text.hpp"

namespace resunit::report {
namespace {

constexpr double kTickLength = 5, kSmallestRightMargin = 14;
constexpr double kTickLabelBelow = 21;  ///< baseline of the tick labels below the x axis

struct Range {
  double low = std::numeric_limits<double>::infinity();
  double high = -std::numeric_limits<double>::infinity();

  void include(double value, bool log) {
    if (!is_drawable(value, log)) return;
    low = std::min(low, value);
    high = std::max(high, value);
  }
  bool empty() const { return low > high; }
};

/// Ranges of all points that can be drawn, including their error bars.
std::pair<Range, Range> ranges(const Plot& plot) {
  Range x, y;
  for (const Series& series : plot.series)
    for (std::size_t k = 0; k < series.x.size(); ++k) {
      if (!is_drawable(plot, series.x[k], series.y[k])) continue;
      x.include(series.x[k], plot.log_x);
      y.include(series.y[k], plot.log_y);
      if (series.low.empty()) continue;
      y.include(series.low[k], plot.log_y);
      y.include(series.high[k], plot.log_y);
    }
  return {x, y};
}

/// Without the "^"; an exponent is narrower than the other digits, so this is an upper bound.
double label_width(const std::string& label) {
  return text_width(label, kFont) - (label.find('^') == std::string::npos ? 0 : text_width("^", kFont));
}

/// The margins depend on the labels, and the labels of the x axis on the space between the margins.
Frame make_frame(const Plot& plot, const Range& x, const Range& y) {
  Frame frame;
  frame.y = fitted_axis(y.low, y.high, plot.log_y, kFrameHeight, [](const std::string&) { return kLine; });
  double widest = 0;
  for (const Tick& tick : frame.y.ticks) widest = std::max(widest, label_width(tick.label));
  frame.left = (plot.y_label.empty() ? 4 : kLine + 6) + widest + kTickLength + 4;
  frame.right = kPlotWidth - kSmallestRightMargin;
  for (int pass = 0; pass < 2; ++pass) {
    frame.x = fitted_axis(x.low, x.high, plot.log_x, frame.width(), label_width);
    frame.right = kPlotWidth - std::max(kSmallestRightMargin, label_width(frame.x.ticks.back().label) / 2 + 2);
  }
  return frame;
}

/// "10^−3" with a superscript.
std::string label_svg(const std::string& label) {
  const std::size_t power = label.find('^');
  if (power == std::string::npos) return escape(label);
  return fmt::format("{}<tspan class=\"exponent\" dy=\"-5\">{}</tspan>", label.substr(0, power),
                     label.substr(power + 1));
}

std::string x_axis(const Frame& frame) {
  std::string grid, marks, labels;
  for (const Tick& tick : frame.x.ticks) {
    const double x = frame.at_x(tick.value);
    grid += fmt::format("M{:.1f} {:.1f}V{:.1f}", x, frame.bottom, kFrameTop);
    marks += fmt::format("M{:.1f} {:.1f}v{}", x, frame.bottom, kTickLength);
    labels += fmt::format("<text x=\"{:.1f}\" y=\"{:.1f}\" text-anchor=\"middle\">{}</text>\n", x,
                          frame.bottom + kTickLabelBelow, label_svg(tick.label));
  }
  for (const double value : frame.x.minor_ticks)
    marks += fmt::format("M{:.1f} {:.1f}v{}", frame.at_x(value), frame.bottom, kTickLength / 2);
  return fmt::format("<path class=\"grid\" d=\"{}\"/>\n<path class=\"frame\" d=\"{}\"/>\n{}", grid, marks, labels);
}

std::string y_axis(const Frame& frame) {
  std::string grid, marks, labels;
  for (const Tick& tick : frame.y.ticks) {
    const double y = frame.at_y(tick.value);
    grid += fmt::format("M{:.1f} {:.1f}H{:.1f}", frame.left, y, frame.right);
    marks += fmt::format("M{:.1f} {:.1f}h{}", frame.left, y, -kTickLength);
    labels += fmt::format("<text x=\"{:.1f}\" y=\"{:.1f}\" text-anchor=\"end\">{}</text>\n",
                          frame.left - kTickLength - 3, y + 4.5, label_svg(tick.label));
  }
  for (const double value : frame.y.minor_ticks)
    marks += fmt::format("M{:.1f} {:.1f}h{}", frame.left, frame.at_y(value), -kTickLength / 2);
  return fmt::format("<path class=\"grid\" d=\"{}\"/>\n<path class=\"frame\" d=\"{}\"/>\n{}", grid, marks, labels);
}

std::string axis_names(const Plot& plot, const Frame& frame) {
  std::string text;
  if (!plot.x_label.empty())
    text += fmt::format("<text x=\"{:.1f}\" y=\"{:.1f}\" text-anchor=\"middle\">{}</text>\n",
                        (frame.left + frame.right) / 2, frame.bottom + kTickLabelBelow + kLine,
                        escape(shortened(plot.x_label, kFont, frame.width())));
  if (!plot.y_label.empty())
    text += fmt::format("<text transform=\"translate(15 {:.1f}) rotate(-90)\" text-anchor=\"middle\">{}</text>\n",
                        kFrameTop + kFrameHeight / 2, escape(shortened(plot.y_label, kFont, kFrameHeight)));
  return text;
}

}  // namespace

bool is_drawable(const Plot& plot, double x, double y) {
  return is_drawable(x, plot.log_x) && is_drawable(y, plot.log_y);
}

std::optional<Frame> frame_of(const Plot& plot) {
  const auto [x, y] = ranges(plot);
  if (x.empty()) return {};
  return make_frame(plot, x, y);
}

std::string axes_svg(const Plot& plot, const Frame& frame) {
  return x_axis(frame) + y_axis(frame) + axis_names(plot, frame) +
         fmt::format("<path class=\"frame\" d=\"M{:.1f} {:.1f}V{:.1f}H{:.1f}\"/>\n", frame.left, kFrameTop,
                     frame.bottom, frame.right);
}

double below_axes(const Plot& plot, const Frame& frame) {
  return frame.bottom + kTickLabelBelow + 8 + (plot.x_label.empty() ? 0 : kLine);
}

}  // namespace resunit::report
