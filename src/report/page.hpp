// SPDX-License-Identifier: BSD-3-Clause
// One HTML file without external resources, for screens of any size, for printing, and for light and dark mode.
#pragma once

#include <string>
#include <vector>

#include "report/section.hpp"

namespace resunit::report {

class Page {
 public:
  explicit Page(std::string title) : title_(std::move(title)) {}

  void lead(std::string text) { lead_ = std::move(text); }
  void add(Section section) { sections_.push_back(std::move(section)); }
  void footer(std::string command) { command_ = std::move(command); }
  std::string html() const;
  std::string markdown() const;

 private:
  std::string title_, lead_, command_;
  std::vector<Section> sections_;
};

}  // namespace resunit::report
