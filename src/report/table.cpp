// SPDX-License-Identifier: BSD-3-Clause
#include "report/table.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "report/escape.hpp"

namespace resunit::report {
namespace {

std::string cell_html(const Cell& cell, const char* tag) {
  const std::string tint =
      cell.heat ? fmt::format(" class=\"heat\" style=\"--heat:{:.0f}%\"", 100 * *cell.heat) : std::string();
  const std::string text = cell.strong ? "<strong>" + escape(cell.text) + "</strong>" : escape(cell.text);
  return fmt::format("<{0}{1}>{2}</{0}>", tag, tint, text);
}

}  // namespace

std::string Table::html() const {
  std::string html = "<div class=\"wide\"><table>\n";
  if (!caption.empty()) html += "<caption>" + escape(caption) + "</caption>\n";
  html += "<thead><tr>";
  for (const std::string& name : header) html += cell_html({name}, "th");
  html += "</tr></thead>\n<tbody>\n";
  for (const std::vector<Cell>& row : rows) {
    html += "<tr>";
    for (std::size_t k = 0; k < row.size(); ++k) html += cell_html(row[k], k == 0 ? "th" : "td");
    html += "</tr>\n";
  }
  return html + "</tbody></table></div>\n";
}

std::string Table::markdown() const {
  const auto line = [](const std::vector<std::string>& cells) {
    std::string text = "|";
    for (const std::string& cell : cells) text += " " + cell + " |";
    return text + "\n";
  };
  std::string text = (caption.empty() ? "" : caption + ":\n\n") + line(header);
  text += line(std::vector<std::string>(header.size(), "---"));
  for (const std::vector<Cell>& row : rows) {
    std::vector<std::string> cells;
    for (const Cell& cell : row) cells.push_back(cell.strong ? "**" + cell.text + "**" : cell.text);
    text += line(cells);
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

double heat(double value, double cold, double warm) {
  if (!(value > cold)) return 0;
  if (!(value < warm)) return 1;
  return std::log(value / cold) / std::log(warm / cold);
}

}  // namespace resunit::report
