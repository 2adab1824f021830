// SPDX-License-Identifier: BSD-3-Clause
#include "report/section.hpp"

#include <fmt/format.h>

#include <sstream>

#include "report/escape.hpp"

namespace resunit::report {
namespace {

struct BadgeLook {
  const char* style;
  const char* symbol;
};

BadgeLook look_of(Badge state) {
  switch (state) {
    case Badge::good: return {"good", "✓"};
    case Badge::caution: return {"caution", "!"};
    case Badge::failure: return {"failure", "✗"};
    case Badge::neutral: return {"neutral", "–"};
  }
  return {};
}

/// No line break within words that contain a negative exponent, such as 1.2e-14.
std::string with_unbroken_numbers(const std::string& html) {
  std::istringstream words(html);
  std::string result;
  for (std::string word; words >> word;) {
    result += result.empty() ? "" : " ";
    result += word.find("e-") == std::string::npos ? word : fmt::format("<span class=\"number\">{}</span>", word);
  }
  return result;
}

/// The file is part of the link, so that the page needs no other files.
std::string download_link(const std::string& name, const char* type, const std::string& content, const char* text) {
  return fmt::format("<a download=\"{}\" href=\"data:{},{}\">{}</a>", escape(name), type, escape_link(content), text);
}

std::string figure_html(const Plot& plot, const std::string& id) {
  const std::string image = svg(plot, id);
  if (image.empty())
    return fmt::format(
        "<figure>\n<figcaption>{} <span class=\"small\">(no plot: there are no values to draw)</span>"
        "</figcaption>\n</figure>\n",
        escape(plot.title));
  return fmt::format("<figure>\n<figcaption>{}</figcaption>\n{}<p class=\"downloads\">{} {}</p>\n</figure>\n",
                     escape(plot.title), image, download_link(id + ".svg", "image/svg+xml", svg_file(plot), "SVG"),
                     download_link(id + ".csv", "text/csv;charset=utf-8", csv_file(plot), "CSV"));
}

}  // namespace

void Section::badge(Badge state, const std::string& text) {
  const BadgeLook look = look_of(state);
  html_ += fmt::format("<p><span class=\"badge {}\"><span aria-hidden=\"true\">{}</span> {}</span></p>\n", look.style,
                       look.symbol, escape(text));
  markdown_ += "**" + text + "**\n\n";
}

void Section::paragraph(const std::string& text) {
  html_ += "<p>" + escape(text) + "</p>\n";
  markdown_ += text + "\n\n";
}

void Section::strong(const std::string& text) {
  html_ += "<p><strong>" + with_unbroken_numbers(escape(text)) + "</strong></p>\n";
  markdown_ += "**" + text + "**\n\n";
}

void Section::small(const std::string& text) {
  html_ += "<p class=\"small\">" + escape(text) + "</p>\n";
  markdown_ += text + "\n\n";
}

void Section::links(const std::string& text, const std::vector<std::string>& files) {
  html_ += "<p class=\"small\">" + escape(text);
  markdown_ += text;
  for (const std::string& file : files) {
    html_ += fmt::format(" <a href=\"{}\">{}</a>", escape(escape_link(file)), escape(file));
    markdown_ += fmt::format(" [{0}]({0})", file);
  }
  html_ += "</p>\n";
  markdown_ += "\n\n";
}

void Section::table(const Table& table) {
  html_ += table.html();
  markdown_ += table.markdown();
}

void Section::plots(const std::vector<Plot>& plots) {
  html_ += "<div class=\"plots\">\n";
  for (const Plot& plot : plots) html_ += figure_html(plot, fmt::format("{}-figure-{}", id_, ++figures_));
  html_ += "</div>\n";
}

}  // namespace resunit::report
