// SPDX-License-Identifier: BSD-3-Clause
// A section of a page: paragraphs, tables and plots in order, as HTML and (without plots) as Markdown.
#pragma once

#include <string>

#include "report/plot.hpp"
#include "report/table.hpp"

namespace resunit::report {

class Section {
 public:
  Section(std::string id, std::string title) : id_(std::move(id)), title_(std::move(title)) {}

  void paragraph(const std::string& text);
  void small(const std::string& text);  ///< in fine print
  void table(const Table& table);
  void plots(const std::vector<Plot>& plots);  ///< side by side if the page is wide enough

  const std::string& id() const { return id_; }
  const std::string& title() const { return title_; }
  const std::string& html() const { return html_; }
  const std::string& markdown() const { return markdown_; }

 private:
  std::string id_, title_, html_, markdown_;
};

}  // namespace resunit::report
