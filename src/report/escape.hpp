// SPDX-License-Identifier: BSD-3-Clause
// Escapes text for HTML and SVG.
#pragma once

#include <string>
#include <string_view>

namespace resunit::report {

inline std::string escape(std::string_view text) {
  std::string safe;
  for (const char c : text) switch (c) {
      case '&': safe += "&amp;"; break;
      case '<': safe += "&lt;"; break;
      case '>': safe += "&gt;"; break;
      case '"': safe += "&quot;"; break;
      default: safe += c;
    }
  return safe;
}

}  // namespace resunit::report
