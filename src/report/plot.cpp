// SPDX-License-Identifier: BSD-3-Clause
// Layout from top to bottom: the frame with grid and series, tick labels, the label of the x axis, the legend, the note.
#include "report/plot.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "report/escape.hpp"
#include "report/plot_frame.hpp"
#include "report/plot_style.hpp"
#include "report/text.hpp"

namespace resunit::report {
namespace {

constexpr double kTextMargin = 4;                                     ///< of legend and note
constexpr double kSymbol = 28, kSymbolGap = 6, kLegendEntryGap = 16;  ///< of the legend, in pixels
constexpr int kColors = 6;

/// A marker with its center at (x, y): circle, square, diamond, triangle up, triangle down, narrow diamond.
std::string marker(int color, double x, double y) {
  switch (color) {
    case 0: return fmt::format("M{:.1f} {:.1f}a3 3 0 1 0 6 0a3 3 0 1 0 -6 0z", x - 3, y);
    case 1: return fmt::format("M{:.1f} {:.1f}h5.4v5.4h-5.4z", x - 2.7, y - 2.7);
    case 2: return fmt::format("M{:.1f} {:.1f}l3.8 3.8l-3.8 3.8l-3.8 -3.8z", x, y - 3.8);
    case 3: return fmt::format("M{:.1f} {:.1f}l3.6 6.2h-7.2z", x, y - 3.8);
    case 4: return fmt::format("M{:.1f} {:.1f}l3.6 -6.2h-7.2z", x, y + 3.8);
    default: return fmt::format("M{:.1f} {:.1f}l2.2 4.6l-2.2 4.6l-2.2 -4.6z", x, y - 4.6);
  }
}

std::string path(const char* style, const std::string& commands) {
  return commands.empty() ? std::string() : fmt::format("<path class=\"{}\" d=\"{}\"/>", style, commands);
}

int color_of(const Series& series) {
  return series.color % kColors;
}

bool has_markers(const Series& series) {
  return series.style != Series::Style::dashes && series.style != Series::Style::dots;
}

/// Error bars with short horizontal ends; an end that cannot be drawn is replaced by the end of the axis.
std::string bars(const Plot& plot, const Series& series, const Frame& frame) {
  if (series.low.empty()) return {};
  std::string commands;
  for (std::size_t k = 0; k < series.x.size(); ++k) {
    if (!is_drawable(plot, series.x[k], series.y[k]) || series.low[k] == series.high[k]) continue;
    const double x = frame.at_x(series.x[k]);
    const double low = is_drawable(series.low[k], plot.log_y) ? frame.at_y(series.low[k]) : frame.bottom;
    const double high = is_drawable(series.high[k], plot.log_y) ? frame.at_y(series.high[k]) : kFrameTop;
    commands +=
        fmt::format("M{:.1f} {:.1f}V{:.1f}M{:.1f} {:.1f}h6M{:.1f} {:.1f}h6", x, low, high, x - 3, low, x - 3, high);
  }
  return path("bars", commands);
}

/// A line through the points; a point that cannot be drawn interrupts it.
std::string series_svg(const Plot& plot, const Series& series, const Frame& frame) {
  std::string line, marks, dots;
  bool connected = false;
  for (std::size_t k = 0; k < series.x.size(); ++k) {
    const bool drawable = is_drawable(plot, series.x[k], series.y[k]);
    if (drawable) {
      const double x = frame.at_x(series.x[k]), y = frame.at_y(series.y[k]);
      line += fmt::format("{}{:.1f} {:.1f}", connected ? 'L' : 'M', x, y);
      marks += marker(color_of(series), x, y);
      dots += fmt::format("M{:.1f} {:.1f}h0", x, y);
    }
    connected = drawable;
  }
  if (line.empty()) return {};
  std::string text = fmt::format("<g class=\"s{}\">", color_of(series)) + bars(plot, series, frame);
  switch (series.style) {
    case Series::Style::line: text += path("curve", line) + path("mark", marks); break;
    case Series::Style::dashes: text += path("dashes", line); break;
    case Series::Style::points: text += path("mark", marks); break;
    case Series::Style::open: text += path("open", marks); break;
    case Series::Style::dots: text += path("dots", dots); break;
  }
  return text + "</g>\n";
}

/// The symbol of a series in the legend, to the right of x.
std::string legend_symbol(const Series& series, double x, double y) {
  std::string text = fmt::format("<g class=\"s{}\">", color_of(series));
  const std::string line = fmt::format("M{:.1f} {:.1f}h{}", x, y, kSymbol);
  if (series.style == Series::Style::line) text += path("curve", line);
  if (series.style == Series::Style::dashes) text += path("dashes", line);
  if (series.style == Series::Style::dots) text += path("dots", fmt::format("M{:.1f} {:.1f}h0", x + kSymbol / 2, y));
  if (has_markers(series))
    text += path(series.style == Series::Style::open ? "open" : "mark", marker(color_of(series), x + kSymbol / 2, y));
  return text + "</g>";
}

/// The legend from `top` on, in as many lines as needed. Returns the text and the position below it.
std::pair<std::string, double> legend(const Plot& plot, double top) {
  std::string text;
  double x = kTextMargin, y = top;
  for (const Series& series : plot.series) {
    if (series.name.empty() || !series.in_legend) continue;
    const std::string name = shortened(series.name, kFont, kPlotWidth - kSymbol - kSymbolGap - 2 * kTextMargin);
    const double width = kSymbol + kSymbolGap + text_width(name, kFont);
    if (x > kTextMargin && x + width > kPlotWidth - kTextMargin) {
      x = kTextMargin;
      y += kLine + 2;
    }
    text += legend_symbol(series, x, y + kLine / 2) + fmt::format("<text x=\"{:.1f}\" y=\"{:.1f}\">{}</text>\n",
                                                                  x + kSymbol + kSymbolGap, y + kLine / 2 + 4.5,
                                                                  escape(name));
    x += width + kLegendEntryGap;
  }
  return {text, text.empty() ? top : y + kLine + 4};
}

std::pair<std::string, double> note(const Plot& plot, double top) {
  std::string text;
  for (const std::string& line : wrapped_lines(plot.note, kNoteFont, kPlotWidth - 2 * kTextMargin)) {
    text += fmt::format("<text class=\"note\" x=\"{}\" y=\"{:.1f}\">{}</text>\n", kTextMargin, top + 13, escape(line));
    top += kLine;
  }
  return {text, top};
}

/// Everything inside the svg element, and the height of the image.
struct Drawing {
  std::string content;
  double height = 0;
};

Drawing draw(const Plot& plot) {
  const std::optional<Frame> frame = frame_of(plot);
  if (!frame) return {};
  Drawing drawing{.content = axes_svg(plot, *frame)};
  for (const Series& series : plot.series) drawing.content += series_svg(plot, series, *frame);
  const auto [names, below_legend] = legend(plot, below_axes(plot, *frame));
  const auto [lines, below_note] = note(plot, below_legend);
  drawing.content += names + lines;
  drawing.height = below_note + kTextMargin;
  return drawing;
}

std::string quoted_field(const std::string& text) {
  if (text.find_first_of(",\"\n") == std::string::npos) return text;
  std::string safe = "\"";
  for (const char c : text) safe += c == '"' ? "\"\"" : std::string(1, c);
  return safe + "\"";
}

}  // namespace

std::string svg(const Plot& plot, const std::string& id) {
  const Drawing drawing = draw(plot);
  if (drawing.content.empty()) return {};
  return fmt::format(
      "<svg class=\"plot\" viewBox=\"0 0 {:.0f} {:.0f}\" role=\"img\" aria-labelledby=\"{}\">\n<title "
      "id=\"{}\">{}</title>\n{}</svg>\n",
      kPlotWidth, drawing.height, escape(id), escape(id), escape(plot.title), drawing.content);
}

std::string svg_file(const Plot& plot) {
  const Drawing drawing = draw(plot);
  if (drawing.content.empty()) return {};
  return fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"plot\" width=\"{0:.0f}\" height=\"{1:.0f}\" viewBox=\"0 0 "
      "{0:.0f} {1:.0f}\">\n<title>{2}</title>\n<style>{3}</style>\n<rect width=\"100%\" height=\"100%\" "
      "fill=\"var(--ground)\"/>\n{4}</svg>\n",
      kPlotWidth, drawing.height, escape(plot.title), kPlotStyle, drawing.content);
}

std::string csv_file(const Plot& plot) {
  const bool has_bars =
      std::any_of(plot.series.begin(), plot.series.end(), [](const Series& series) { return !series.low.empty(); });
  std::string text = fmt::format("series,{},{}{}\n", quoted_field(plot.x_label), quoted_field(plot.y_label),
                                 has_bars ? ",low,high" : "");
  for (const Series& series : plot.series)
    for (std::size_t k = 0; k < series.x.size(); ++k) {
      text += fmt::format("{},{},{}", quoted_field(series.name), series.x[k], series.y[k]);
      if (has_bars) text += series.low.empty() ? ",," : fmt::format(",{},{}", series.low[k], series.high[k]);
      text += "\n";
    }
  return text;
}

}  // namespace resunit::report
