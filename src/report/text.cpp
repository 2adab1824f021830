// SPDX-License-Identifier: BSD-3-Clause
#include "report/text.hpp"

#include <sstream>

namespace resunit::report {
namespace {

/// The number of bytes of the UTF-8 character at the start.
std::size_t character_length(std::string_view text) {
  std::size_t length = 1;
  while (length < text.size() && (static_cast<unsigned char>(text[length]) & 0xC0) == 0x80) ++length;
  return length;
}

/// In multiples of the font size.
double character_width(std::string_view character) {
  constexpr std::string_view kNarrow = " iljftrI.,:;|'!()[]/-", kWide = "mwMW@%&";
  if (character.size() >= 3) return 1.05;  // other scripts, and symbols such as the minus sign
  if (character.size() == 2) return 0.8;
  if (kNarrow.find(character[0]) != std::string_view::npos) return 0.42;
  if (kWide.find(character[0]) != std::string_view::npos) return 1;
  return character[0] >= 'A' && character[0] <= 'Z' ? 0.79 : 0.64;
}

}  // namespace

double text_width(std::string_view utf8, double font_size) {
  double width = 0;
  while (!utf8.empty()) {
    const std::size_t length = character_length(utf8);
    width += character_width(utf8.substr(0, length));
    utf8.remove_prefix(length);
  }
  return width * font_size;
}

std::string shortened(const std::string& utf8, double font_size, double width) {
  if (text_width(utf8, font_size) <= width) return utf8;
  const std::string ellipsis = "…";
  double remaining = width - text_width(ellipsis, font_size);
  std::size_t end = 0;
  while (end < utf8.size()) {
    const std::string_view rest = std::string_view(utf8).substr(end);
    const std::string_view character = rest.substr(0, character_length(rest));
    remaining -= text_width(character, font_size);
    if (remaining < 0) break;
    end += character.size();
  }
  return utf8.substr(0, end) + ellipsis;
}

std::vector<std::string> wrapped_lines(const std::string& utf8, double font_size, double width) {
  std::vector<std::string> lines;
  std::istringstream words(utf8);
  for (std::string word; words >> word;) {
    if (!lines.empty() && text_width(lines.back() + " " + word, font_size) <= width)
      lines.back() += " " + word;
    else
      lines.push_back(shortened(word, font_size, width));
  }
  return lines;
}

}  // namespace resunit::report
