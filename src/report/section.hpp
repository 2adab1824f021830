// SPDX-License-Identifier: BSD-3-Clause
// A section of a page: paragraphs, tables and plots in order, as HTML and (without plots) as Markdown.
#pragma once

#include <string>

#include "report/plot.hpp"
#include "report/table.hpp"

namespace resunit::report {

/// The state of a badge, shown by a color and a symbol.
enum class Badge { good, caution, failure, neutral };

class Section {
 public:
  Section(std::string id, std::string title) : id_(std::move(id)), title_(std::move(title)) {}

  void badge(Badge state, const std::string& text);
  void paragraph(const std::string& text);
  void strong(const std::string& text);                                        ///< a conclusion
  void small(const std::string& text);                                         ///< in fine print
  void links(const std::string& text, const std::vector<std::string>& files);  ///< to files next to the page
  void table(const Table& table);
  void plots(const std::vector<Plot>& plots);  ///< side by side if the page is wide enough; links to SVG and CSV

  const std::string& id() const { return id_; }
  const std::string& title() const { return title_; }
  const std::string& html() const { return html_; }
  const std::string& markdown() const { return markdown_; }

 private:
  std::string id_, title_, html_, markdown_;
  int figures_ = 0;  ///< number of plots so far, for their ids
};

}  // namespace resunit::report
