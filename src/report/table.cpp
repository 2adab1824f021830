// SPDX-License-Identifier: BSD-3-Clause
#include "report/table.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "report/escape.hpp"

namespace resunit::report {
namespace {

std::string color_of(const Cell& cell) {
  if (!cell.heat) return {};
  return fmt::format(" class=\"heat{}\" style=\"--heat:{:.0f}%\"", *cell.heat < 0 ? " negative" : "",
                     100 * std::abs(*cell.heat));
}

std::string cell_html(const Cell& cell, const char* tag) {
  const std::string text = cell.strong ? "<strong>" + escape(cell.text) + "</strong>" : escape(cell.text);
  return fmt::format("<{0}{1}>{2}</{0}>", tag, color_of(cell), text);
}

std::string color_bar_html(const ColorBar& bar) {
  std::string html = fmt::format("<div class=\"color-bar\"><span>{}</span><div class=\"{}\"></div><div class=\"ends\">",
                                 escape(bar.name), bar.diverging ? "diverging" : "sequential");
  for (const std::string& label : bar.labels) html += "<span>" + escape(label) + "</span>";
  return html + "</div></div>\n";
}

std::string markdown_line(const std::vector<std::string>& cells) {
  std::string text = "|";
  for (const std::string& cell : cells) text += " " + cell + " |";
  return text + "\n";
}

}  // namespace

std::string Table::html() const {
  std::string html = "<div class=\"wide\" tabindex=\"0\"><table>\n";
  if (!caption.empty()) html += "<caption>" + escape(caption) + "</caption>\n";
  html += "<thead><tr>";
  for (const std::string& name : header) html += cell_html({name}, "th");
  html += "</tr></thead>\n<tbody>\n";
  for (const std::vector<Cell>& row : rows) {
    html += "<tr>";
    for (std::size_t k = 0; k < row.size(); ++k) html += cell_html(row[k], k == 0 ? "th" : "td");
    html += "</tr>\n";
  }
  return html + "</tbody></table></div>\n" + (color_bar ? color_bar_html(*color_bar) : "");
}

std::string Table::markdown() const {
  std::string text = (caption.empty() ? "" : caption + ":\n\n") + markdown_line(header);
  text += markdown_line(std::vector<std::string>(header.size(), "---"));
  for (const std::vector<Cell>& row : rows) {
    std::vector<std::string> cells;
    for (const Cell& cell : row) cells.push_back(cell.strong ? "**" + cell.text + "**" : cell.text);
    text += markdown_line(cells);
  }
  return text + "\n";
}

std::string number(double value) {
  if (std::isnan(value)) return "–";
  if (std::isinf(value)) return "inf";
  if (value == 0) return "0";
  constexpr double kSmallestFixed = 1e-4, kLargestFixed = 1e6;  // magnitudes without an exponent
  constexpr double kSmallestWithDecimals = 0.01;                // magnitudes with a fixed number of decimals
  const double size = std::abs(value);
  if (size < kSmallestFixed || size >= kLargestFixed) return fmt::format("{:.1e}", value);
  if (size < kSmallestWithDecimals) return fmt::format("{:.2g}", value);
  return fmt::format("{:.{}f}", value, size < 10 ? 3 : size < 100 ? 2 : 0);
}

std::string with_paper_value(double ours, double paper) {
  return fmt::format("{} ({})", number(ours), number(paper));
}

double log_heat(double value, double smallest, double largest) {
  if (!(value > smallest)) return 0;
  if (!(value < largest)) return 1;
  return std::log(value / smallest) / std::log(largest / smallest);
}

ColorBar log_color_bar(std::string name, double smallest, double largest) {
  return {.name = std::move(name),
          .labels = {"≤ " + number(smallest), number(std::sqrt(smallest * largest)), "≥ " + number(largest)}};
}

double signed_heat(double value, double largest) {
  return largest > 0 ? std::clamp(value / largest, -1.0, 1.0) : 0;
}

ColorBar signed_color_bar(std::string name, double largest) {
  return {.diverging = true, .name = std::move(name), .labels = {number(-largest), "0", number(largest)}};
}

}  // namespace resunit::report
