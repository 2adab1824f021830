// SPDX-License-Identifier: BSD-3-Clause
#include "report/page.hpp"

#include "report/escape.hpp"
#include "report/report.hpp"
#include "resunit/version.hpp"
#include "system/atomic_file.hpp"

namespace resunit::report {
namespace {

/// The color of a heat map cell is a mixture of two colors; plots have a white background, inverted in dark mode.
constexpr const char* kStyle = R"(
:root { color-scheme: light dark; --ink: #1d2528; --ground: #ffffff; --line: #d5dbdd; --soft: #5d6b70;
  --cold: #e3f1ea; --warm: #f0a37e; --accent: #1b7a5a; }
@media (prefers-color-scheme: dark) { :root { --ink: #e4e9ea; --ground: #14191b; --line: #37434a; --soft: #9aa8ad;
  --cold: #173328; --warm: #9a4a26; --accent: #6cc9a5; } svg { filter: invert(0.9) hue-rotate(180deg); } }
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 72rem; padding: 1rem; color: var(--ink); background: var(--ground);
  font: 1rem/1.5 system-ui, sans-serif; }
h1 { font-size: 1.6rem; line-height: 1.25; } h2 { margin-top: 2.5rem; border-top: 1px solid var(--line); padding-top: 1rem; }
a { color: var(--accent); } nav a { display: inline-block; margin-right: 1rem; }
.small, caption, figcaption { color: var(--soft); font-size: 0.875rem; }
.wide { overflow-x: auto; margin: 1rem 0; }
table { border-collapse: collapse; font-variant-numeric: tabular-nums; font-size: 0.875rem; }
caption { text-align: left; padding-bottom: 0.25rem; }
th, td { padding: 0.25rem 0.6rem; text-align: right; white-space: nowrap; border-bottom: 1px solid var(--line); }
th:first-child { text-align: left; position: sticky; left: 0; background: var(--ground); }
td.heat { background: color-mix(in srgb, var(--warm) var(--heat), var(--cold)); border: 1px solid var(--ground); }
.plots { display: flex; flex-wrap: wrap; gap: 1rem; } figure { margin: 0; flex: 1 1 20rem; max-width: 34rem; }
svg { width: 100%; height: auto; } code, pre { font-size: 0.875rem; overflow-x: auto; }
@media print { body { max-width: none; } h2 { break-after: avoid; } figure, table { break-inside: avoid; } }
)";

}  // namespace

std::string Page::html() const {
  std::string html =
      "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
      "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>" +
      escape(title_) + "</title>\n<style>" + kStyle + "</style>\n</head>\n<body>\n<h1>" + escape(title_) + "</h1>\n";
  if (!lead_.empty()) html += "<p>" + escape(lead_) + "</p>\n";
  if (sections_.size() > 1) {
    html += "<nav>";
    for (const Section& section : sections_)
      html += "<a href=\"#" + escape(section.id()) + "\">" + escape(section.title()) + "</a>\n";
    html += "</nav>\n";
  }
  for (const Section& section : sections_)
    html += "<section id=\"" + escape(section.id()) + "\">\n<h2>" + escape(section.title()) + "</h2>\n" +
            section.html() + "</section>\n";
  if (!command_.empty())
    html += "<p class=\"small\">Made by resunit " RESUNIT_VERSION ": <code>" + escape(command_) + "</code></p>\n";
  return html + "</body>\n</html>\n";
}

std::string Page::markdown() const {
  std::string text = "# " + title_ + "\n\n" + lead_ + "\n\n    " + command_ + "\n\n";
  for (const Section& section : sections_) text += "## " + section.title() + "\n\n" + section.markdown();
  return text;
}

}  // namespace resunit::report

void resunit::write_page(const std::filesystem::path& file, const std::string& html, const Progress& progress) {
  write_whole_file(file, html, progress);
}
