// SPDX-License-Identifier: BSD-3-Clause
#include "report/section.hpp"

#include "report/escape.hpp"

namespace resunit::report {

void Section::paragraph(const std::string& text) {
  html_ += "<p>" + escape(text) + "</p>\n";
  markdown_ += text + "\n\n";
}

void Section::small(const std::string& text) {
  html_ += "<p class=\"small\">" + escape(text) + "</p>\n";
  markdown_ += text + "\n\n";
}

void Section::table(const Table& table) {
  html_ += table.html();
  markdown_ += table.markdown();
}

void Section::plots(const std::vector<Plot>& plots) {
  html_ += "<div class=\"plots\">\n";
  for (const Plot& plot : plots) {
    const std::string image = svg(plot);
    html_ += "<figure>\n";
    html_ += image.empty() ? has_gnuplot() ? "<p class=\"small\">(no plot: there are no values to draw)</p>\n"
                                           : "<p class=\"small\">(no plot: gnuplot is not installed)</p>\n"
                           : image;
    html_ += "<figcaption>" + escape(plot.title) + "</figcaption>\n</figure>\n";
  }
  html_ += "</div>\n";
}

}  // namespace resunit::report
