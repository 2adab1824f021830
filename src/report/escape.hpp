// SPDX-License-Identifier: BSD-3-Clause
// Escapes text for HTML, SVG and data: links.
#pragma once

#include <fmt/format.h>

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

/// Percent-encoded, except for the characters that are safe in a link within double quotes.
inline std::string escape_link(std::string_view bytes) {
  constexpr std::string_view kSafe =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_.~!*'();:@=+$,/?[]";
  std::string safe;
  for (const char c : bytes)
    if (kSafe.find(c) != std::string_view::npos)
      safe += c;
    else
      safe += fmt::format("%{:02X}", static_cast<unsigned char>(c));
  return safe;
}

}  // namespace resunit::report
